import fc from 'fast-check';

/** What a drawn schema accepts, without the words of a library. */
export type Model =
  | { readonly kind: 'text'; readonly rule: TextRule }
  | { readonly kind: 'number'; readonly isInteger: boolean; readonly bound: number | null }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'literals'; readonly values: readonly Literal[] }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly item: Model; readonly min: number }
  | { readonly kind: 'tuple'; readonly items: readonly Model[]; readonly rest: Model | null }
  | { readonly kind: 'record'; readonly value: Model; readonly keys: readonly string[] | null }
  | ObjectModel
  | { readonly kind: 'union'; readonly parts: readonly Model[] }
  | { readonly kind: 'variant'; readonly parts: readonly ObjectModel[] }
  | { readonly kind: 'both'; readonly parts: readonly [ObjectModel, ObjectModel] }
  | { readonly kind: 'nullable'; readonly of: Model }
  | { readonly kind: 'marked'; readonly mark: Mark; readonly of: Model }
  | { readonly kind: 'tree' };

export type TextRule = 'any' | 'filled' | 'pattern' | 'date' | 'uuid';
export type Literal = string | number | boolean | null;

/** `transformed` changes the value; the others do not. */
export type Mark = 'brand' | 'readonly' | 'refined' | 'lazy' | 'transformed';

export interface ObjectModel {
  readonly kind: 'object';
  readonly members: readonly Member[];
  readonly rest: 'strip' | 'strict' | 'loose';
}

export interface Member {
  readonly name: string;
  readonly of: Model;
  readonly presence: 'required' | 'optional' | { readonly byDefault: unknown };
}

/** A model and a value that it accepts. */
export interface Drawn {
  readonly model: Model;
  readonly value: unknown;
}

/** Names that ordinary objects, forms or JSON Pointers could misread. */
const NAMES = [
  ...['a', 'b', 'kindOf', 'é', 'x-y', 'x y', 'a.b', 'c/d', 'e~f', '%41', 'p+q', '0', '1', '07'],
  ...['toString', 'constructor', 'hasOwnProperty', 'length', 'valueOf', 'properties', 'default'],
];
const KEYS = [...NAMES, '__proto__', 'toJSON_', '-1', 'A"B', 'a[b'];
const texts = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
  fc.constantFrom('', '1', 'true', 'null', ' x ', '[]', '{}', '1e3', 'a,b', '%41', 'a+b', '\r\n'),
);

/** What is drawn for a place: in all but JSON, every value is text. */
export interface PlaceOptions {
  /** Whether all values are sent as text: two kinds of scalars are then no alternatives. */
  readonly isText: boolean;

  /** Whether the schema describes what is sent, so that it has to have an output as JSON Schema. */
  readonly isOutput: boolean;
}

const scalars: fc.Arbitrary<Model> = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    rule: fc.constantFrom<TextRule>('any', 'any', 'filled', 'pattern', 'date', 'uuid'),
  }),
  fc.record({
    kind: fc.constant('number' as const),
    isInteger: fc.boolean(),
    bound: fc.option(fc.integer({ min: -5, max: 5 })),
  }),
  fc.constant<Model>({ kind: 'boolean' }),
  fc.record({
    kind: fc.constant('enum' as const),
    values: fc.uniqueArray(fc.constantFrom('a', 'b', 'c d', 'é', '1', 'true'), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
  fc.record({
    kind: fc.constant('literals' as const),
    values: fc
      .uniqueArray(fc.constantFrom<Literal>('a', 'z', 7, -1, true), { minLength: 1, maxLength: 3 })
      // `1` and `true` share a text.
      .map((values) => values.filter((value) => value !== true || values.length < 3)),
  }),
);

/** Models of scalars, which every place can hold. */
export function scalarModels(): fc.Arbitrary<Model> {
  return scalars;
}

/** Models of any kind, nested up to three levels. */
export function anyModels(options: PlaceOptions): fc.Arbitrary<Model> {
  return fc.letrec<{ model: Model }>((tie) => ({
    model: fc.oneof({ maxDepth: 3, depthSize: 'small' }, scalars, composed(tie('model'), options)),
  })).model;
}

function composed(model: fc.Arbitrary<Model>, options: PlaceOptions): fc.Arbitrary<Model> {
  const { isText, isOutput } = options;
  const objects = objectsOf(model);
  const marks: Mark[] = ['brand', 'readonly', 'refined', 'lazy'];
  if (!isOutput) marks.push('transformed');
  return fc.oneof(
    fc.record({ kind: fc.constant('list' as const), item: model, min: fc.nat(1) }),
    fc.record({
      kind: fc.constant('tuple' as const),
      items: fc.array(model, { minLength: 1, maxLength: 3 }),
      rest: fc.option(model, { freq: 2 }),
    }),
    fc.record({
      kind: fc.constant('record' as const),
      value: model,
      keys: fc.option(fc.uniqueArray(fc.constantFrom('k', 'l', 'm'), { minLength: 1 }), {
        freq: 2,
      }),
    }),
    objects,
    objects,
    fc.record({
      kind: fc.constant('union' as const),
      parts: isText
        ? fc.tuple(
            scalars,
            fc.record({ kind: fc.constant('list' as const), item: model, min: fc.constant(1) }),
          )
        : fc.array(model, { minLength: 2, maxLength: 3 }),
    }),
    fc.array(objects, { minLength: 2, maxLength: 3 }).map<Model>((parts) => ({
      kind: 'variant',
      parts: parts.map(withKind),
    })),
    fc.tuple(objects, objects).map<Model>(([one, other]) => {
      // zod 4.6 writes an invalid JSON Schema for an intersection with an inherited name.
      const taken = new Set(one.members.map(({ name }) => name));
      const mine = one.members.filter(({ name }) => !(name in {}));
      const members = other.members.filter(({ name }) => !(name in {}) && !taken.has(name));
      const stripping = (part: readonly Member[]): ObjectModel => ({
        kind: 'object',
        members: part,
        rest: 'strip',
      });
      return { kind: 'both', parts: [stripping(mine), stripping(members)] };
    }),
    model.map<Model>((of) => ({ kind: 'nullable', of })),
    fc.record({ kind: fc.constant('marked' as const), mark: fc.constantFrom(...marks), of: model }),
    fc.constant<Model>({ kind: 'tree' }),
  );
}

function withKind(part: ObjectModel, at: number): ObjectModel {
  const of: Model = { kind: 'literals', values: [`kind ${at}`] };
  return { ...part, members: [{ name: 'kind', of, presence: 'required' }, ...part.members] };
}

/** Models of objects whose members are drawn from others. */
export function objectsOf(
  model: fc.Arbitrary<Model>,
  names: readonly string[] = NAMES,
): fc.Arbitrary<ObjectModel> {
  const member = (name: string): fc.Arbitrary<Member> =>
    model.chain((of) =>
      fc
        .oneof(
          fc.constantFrom<Member['presence']>('required', 'required', 'optional'),
          hasTransform(of)
            ? fc.constant('optional' as const)
            : valuesOf(of).map((byDefault) => ({ byDefault })),
        )
        .map((presence) => ({ name, of, presence })),
    );
  return fc
    .uniqueArray(fc.constantFrom(...names), { maxLength: 4 })
    .chain((drawn) => fc.tuple(...drawn.map(member)))
    .chain((members) =>
      fc
        .constantFrom<ObjectModel['rest']>('strip', 'strip', 'strict', 'loose')
        .map((rest) => ({ kind: 'object', members, rest })),
    );
}

/** Whether validation changes values. */
export function hasTransform(model: Model): boolean {
  return JSON.stringify(model).includes('"transformed"');
}

const treeValues = treesOf(2);

function treesOf(depth: number): fc.Arbitrary<unknown> {
  const children = depth === 0 ? fc.constant([]) : fc.array(treesOf(depth - 1), { maxLength: 2 });
  return fc.record({ n: fc.nat(9), children });
}

/** Values that a model accepts, as JSON has them. */
export function valuesOf(model: Model): fc.Arbitrary<unknown> {
  switch (model.kind) {
    case 'text':
      return textsOf(model.rule);
    case 'number':
      return numbersOf(model.isInteger, model.bound);
    case 'boolean':
      return fc.boolean();
    case 'literals':
    case 'enum':
      return fc.constantFrom(...model.values);
    case 'list':
      return fc.array(valuesOf(model.item), { minLength: model.min, maxLength: 3 });
    case 'tuple':
      return fc
        .tuple(
          fc.tuple(...model.items.map(valuesOf)),
          model.rest === null ? fc.constant([]) : fc.array(valuesOf(model.rest), { maxLength: 2 }),
        )
        .map(([items, rest]) => [...items, ...rest]);
    case 'record':
      return recordValues(model.value, model.keys);
    case 'object':
      return objectValues(model);
    case 'union':
    case 'variant':
      return fc.oneof(...model.parts.map(valuesOf));
    case 'both':
      return fc
        .tuple(...model.parts.map(objectValues))
        .map(([one, other]) => ({ ...(one as object), ...(other as object) }));
    case 'nullable':
      return fc.option(valuesOf(model.of), { freq: 2 });
    case 'marked':
      return valuesOf(model.of);
    case 'tree':
      return treeValues;
  }
}

function textsOf(rule: TextRule): fc.Arbitrary<unknown> {
  if (rule === 'any') return texts;
  if (rule === 'filled') return texts.filter((text) => text !== '');
  if (rule === 'pattern') return fc.constantFrom('a1', 'a22', 'a0');
  if (rule === 'uuid') return fc.uuid({ version: 4 });
  return fc.constantFrom('2024-02-29', '1970-01-01');
}

function numbersOf(isInteger: boolean, bound: number | null): fc.Arbitrary<unknown> {
  if (isInteger) {
    const max = Number.MAX_SAFE_INTEGER;
    return fc.oneof(
      fc.integer({ min: bound ?? -9, max: 9 }),
      fc.maxSafeInteger().filter((n) => n >= (bound ?? -max)),
    );
  }
  return fc
    .oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(0.1, 5.5, 1e21, 1e-7),
    )
    .filter((n) => n >= (bound ?? n));
}

function recordValues(value: Model, keys: readonly string[] | null): fc.Arbitrary<unknown> {
  if (keys !== null)
    return fc.record(Object.fromEntries(keys.map((key) => [key, valuesOf(value)])));
  return fc
    .array(fc.tuple(fc.constantFrom(...KEYS), valuesOf(value)), { maxLength: 3 })
    .map((entries) => Object.fromEntries(entries));
}

function objectValues({ members, rest }: ObjectModel): fc.Arbitrary<unknown> {
  const own = members.map(({ name, of, presence }) =>
    (presence === 'required' ? valuesOf(of) : fc.option(valuesOf(of), { nil: undefined })).map(
      (value) => (value === undefined ? [] : [[name, value] as const]),
    ),
  );
  const extra =
    rest === 'loose' ? fc.option(texts, { nil: undefined, freq: 2 }) : fc.constant(undefined);
  return fc
    .tuple(fc.tuple(...own), extra)
    .map(([entries, more]) =>
      Object.fromEntries([
        ...entries.flat(),
        ...(more === undefined ? [] : [['more', more] as const]),
      ]),
    );
}
