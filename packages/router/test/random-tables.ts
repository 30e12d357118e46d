import fc from 'fast-check';
import type { NaivePart, NaiveRoute } from './naive-router.js';

/** Expressions as a pattern has them, as the naive router has them, and texts that may match. */
const EXPRESSIONS: readonly (readonly [string | null, string, readonly string[]])[] = [
  [null, '[^/]+', ['a', 'b', 'new', '12', 'ü', 'a b', '%2F', 'a+b', 'a%2Bb', '-']],
  ['[^/]+', '[^/]+', ['a', 'x-y', '%40']],
  ['\\d+', '\\d+', ['1', '12', '007']],
  ['[a-z]+', '[a-z]+', ['a', 'new', 'ab']],
  ['[a-z+]*', '[a-z+]*', ['', 'a+', 'a%2Bb']],
  ['[^+-]+', '[^+-]+', ['a', 'a/b', '%2F']],
  ['en|de', 'en|de', ['en', 'de', 'ende']],
  ['\\w{1,2}', '\\w{1,2}', ['a', 'ab', '_']],
  ['(?!new)[^/]+', '(?!new)[^/]+', ['old', 'newer', 'a']],
  ['[^/]+(?=/a)', '[^/]+(?=/a)', ['a', 'b']],
  ['(?<=a/)[^/]+', '(?<=a/)[^/]+', ['a', 'b']],
  ['.+', '[^\\n]+', ['a', 'a/b', 'a//b', '%0A', 'a/%2F', '12']],
  ['.*', '[^\\n]*', ['', 'a/b/', '/']],
  ['\\bab?', '\\bab?', ['a', 'ab']],
  ['', '', ['']],
];

/** Those that can match a slash. */
const SPANNING: readonly (string | null)[] = ['[^+-]+', '.+', '.*'];

const LITERALS = ['a', 'b', 'ab', 'new', 'a b', 'ü', 'a+b', ':a', '', '1', '12', 'A'];
const METHODS = ['GET', 'GET', 'GET', 'POST', 'HEAD', '*', '__proto__'];
const NAMES = ['id', '__proto__', 'constructor', 'toString', 'x-y', '_', 'valueOf'];

type Segment = readonly (string | number)[];

/** One segment: literals, and expressions by their number. */
const segment: fc.Arbitrary<Segment> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...LITERALS).map((text) => [text]) },
  { weight: 3, arbitrary: fc.constant([0]) },
  { weight: 4, arbitrary: fc.nat(EXPRESSIONS.length - 1).map((index) => [index]) },
  {
    weight: 2,
    arbitrary: fc.array(
      fc.oneof(
        fc.constantFrom('-', '.', '+', 'a', 'ü', ' '),
        fc.nat(EXPRESSIONS.length - 1),
        fc.constant(0),
      ),
      { minLength: 2, maxLength: 4 },
    ),
  },
);

/** A route before it has a number: its segments, and how many of the last ones are optional. */
const shape = fc.record({
  segments: fc.array(segment, { minLength: 1, maxLength: 4 }),
  optional: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 }) },
  ),
  methods: fc.uniqueArray(fc.constantFrom(...METHODS), { minLength: 1, maxLength: 2 }),
});

/** The prefix of a mount. */
const mountPrefix = fc
  .array(fc.constantFrom('a', 'b', 'ab', 'new', 'a b'), { minLength: 1, maxLength: 2 })
  .map((names) => `/${names.join('/')}`);

export interface RandomRoute extends NaiveRoute {
  /** The prefixes of its groups and its own pattern. */
  readonly pieces: readonly string[];
}

export const randomTable: fc.Arbitrary<readonly RandomRoute[]> = fc
  .array(fc.oneof({ weight: 9, arbitrary: shape }, { weight: 1, arbitrary: mountPrefix }), {
    minLength: 2,
    maxLength: 60,
    size: '+1',
  })
  .map((shapes) =>
    shapes.map((each, id): RandomRoute => {
      if (typeof each === 'string') return mountAt(each, id);
      const { segments, optional, methods } = each;
      let names = 0;
      const parts = segments.map((each) => [
        '/',
        ...each.map((item) => (typeof item === 'string' ? item : placeholder(item, names++))),
      ]);
      const least = Math.max(1, parts.length - optional);
      const variants = parts
        .slice(least - 1)
        .map((_, more) => merged(parts.slice(0, least + more).flat()));
      const pieces = parts.slice(0, least).map((part) => part.map(patternOf).join(''));
      const tail = parts.slice(least).map((part) => `[${part.map(patternOf).join('')}`);
      const last = `${pieces.pop() ?? ''}${tail.join('')}${']'.repeat(tail.length)}`;
      return { id, methods, variants, pieces: [...pieces, last], inOrder: false };
    }),
  );

function mountAt(prefix: string, id: number): RandomRoute {
  const path = { name: 'path', expression: '.*', naive: '[^\\n]*', spans: true };
  const variants = [[prefix], [`${prefix}/`, path]];
  return { id, methods: ['*'], variants, pieces: [`${prefix}[/{path:.*}]`], inOrder: true };
}

/** A method and a path: half of them made for a route of the table. */
export function randomRequest(
  table: readonly RandomRoute[],
): fc.Arbitrary<readonly [string, string]> {
  const aimed = fc
    .tuple(fc.constantFrom(...table), fc.nat(), fc.infiniteStream(fc.nat()))
    .map(([route, which, choices]) => {
      const variant = route.variants[which % route.variants.length] as readonly NaivePart[];
      const path = variant.map((part) =>
        typeof part === 'string' ? encodeURI(part) : textFor(part, choices),
      );
      return [route.methods[which % route.methods.length] as string, path.join('')] as const;
    });
  return fc.oneof(aimed, fc.tuple(randomMethod, randomPath));
}

function textFor({ naive }: Exclude<NaivePart, string>, choices: fc.Stream<number>): string {
  const [, , texts] = EXPRESSIONS.find((each) => each[1] === naive) as (typeof EXPRESSIONS)[number];
  return texts[(choices.next().value as number) % texts.length] as string;
}

const randomMethod = fc.constantFrom(
  'GET',
  'GET',
  'POST',
  'HEAD',
  'OPTIONS',
  '__proto__',
  'constructor',
);

/** A path of the same vocabulary, as it may come from the wire. */
const randomPath: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...LITERALS.map(encodeURI)),
      fc.constantFrom(...EXPRESSIONS.flatMap(([, , texts]) => texts)),
      fc.constantFrom('a-b', 'a.b', '12-x', 'aüa', '%61', '%2561', 'a+', '-a', 'new.a', '%3Aa'),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .chain((segments) =>
    fc.constantFrom(`/${segments.join('/')}`, `/${segments.join('/')}/`, `/${segments.join('')}`),
  );

function placeholder(index: number, count: number): Exclude<NaivePart, string> {
  const [expression, naive] = EXPRESSIONS[index] as (typeof EXPRESSIONS)[number];
  return {
    name: NAMES[count] ?? `p${count}`,
    expression: expression ?? '',
    naive: expression === null ? '[^/]+' : naive,
    spans: SPANNING.includes(expression),
  };
}

function patternOf(part: NaivePart): string {
  if (typeof part === 'string') return part;
  return part.naive === '[^/]+' && part.expression === ''
    ? `{${part.name}}`
    : `{${part.name}: ${part.expression}}`;
}

/** No two literals side by side, and none empty. */
function merged(parts: readonly NaivePart[]): NaivePart[] {
  const result: NaivePart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (typeof part === 'string' && typeof last === 'string')
      result[result.length - 1] = last + part;
    else if (part !== '') result.push(part);
  }
  return result;
}
