import fc from 'fast-check';

const ATOMS = [
  ...Array.from('abk01_9-.+ ;,"\'/\\'),
  ...[
    '[',
    ']',
    '[]',
    '[0]',
    '[1]',
    '[k]',
    '[-5]',
    '[ ]',
    '[a][b]',
    '%5B',
    '%5D',
    '%5b%5D',
    '&',
    '&',
    '=',
    '=',
  ],
  ...[
    '%',
    '%%',
    '%4',
    '%zz',
    '%00',
    '%20',
    '%2B',
    '%26',
    '%3D',
    '%C3%A9',
    '%E9',
    'é',
    '日',
    '%F0%9F%98%80',
  ],
  ...[
    'constructor',
    'toString',
    'length',
    '9223372036854775807',
    '4294967295',
    '01',
    '-0',
    '%09',
    '%2E',
  ],
];

const name = fc
  .tuple(
    fc.constantFrom('a', 'b', 'user', 'x.y', 'x y', '0', '1', 'é', 'constructor'),
    fc.array(
      fc.constantFrom('[]', '[0]', '[1]', '[2]', '[k]', '[a.b]', '[-3]', '%5Bk%5D', '%5B%5D'),
      { maxLength: 4 },
    ),
  )
  .map(([first, brackets]) => first + brackets.join(''));
const valid = fc
  .array(fc.tuple(name, fc.constantFrom('', '1', 'x+y', '%C3%A9', '=')), { maxLength: 12 })
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));
const soup = fc.array(fc.constantFrom(...ATOMS), { maxLength: 40 }).map((atoms) => atoms.join(''));
const mutated = fc
  .tuple(
    valid,
    fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...ATOMS)), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([text, edits]) => edits.reduce(edit, text));

/** Queries: sound ones, slightly damaged ones, and delimiters without sense. Without raw NUL and without `__proto__`. */
export const query = fc.oneof(
  { weight: 5, arbitrary: valid },
  { weight: 3, arbitrary: mutated },
  { weight: 2, arbitrary: soup },
);

/** As {@link query}, with what PHP and we read differently. */
export const hostileQuery = fc
  .tuple(
    query,
    fc.array(
      fc.tuple(fc.nat(), fc.constantFrom('__proto__', '[__proto__]', '\0', '_[proto__', '%FF')),
      { maxLength: 2 },
    ),
  )
  .map(([text, inserts]) => inserts.reduce((all, [at, atom]) => edit(all, [at, 0, atom]), text));

function edit(text: string, [at, removed, atom]: readonly [number, number, string]): string {
  const start = at % (text.length + 1);
  return text.slice(0, start) + atom + text.slice(start + removed);
}

const text = fc.string({ unit: 'grapheme', maxLength: 8 });
const key = text.filter(
  (k) => !/[[\]\0]/.test(k) && k !== '__proto__' && !/^[ \t\n\v\f\r]?$/.test(k),
);

/** Trees that a form can hold: no empty lists and maps, no map that PHP would call a list. */
export const formTree = fc.letrec<{ node: unknown; map: Record<string, unknown> }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
    tie('map'),
  ),
  map: fc
    .dictionary(key, tie('node'), { minKeys: 1, maxKeys: 5, noNullPrototype: false })
    .filter((map) => Object.keys(map).some((name) => !/^\d+$/.test(name))),
})).map;
