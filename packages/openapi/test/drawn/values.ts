import fc from 'fast-check';
import type { Model, ObjectModel, TextRule } from './model.js';

/** Names that ordinary objects, forms or JSON Pointers could misread. */
export const NAMES = [
  ...['a', 'b', 'kindOf', 'é', 'x-y', 'x y', 'a.b', 'c/d', 'e~f', '%41', 'p+q', '0', '1', '07'],
  ...['toString', 'constructor', 'hasOwnProperty', 'length', 'valueOf', 'properties', 'default'],
];
const KEYS = [...NAMES, '__proto__', 'toJSON_', '-1', 'A"B', 'a[b'];
const texts = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
  fc.constantFrom('', '1', 'true', 'null', ' x ', '[]', '{}', '1e3', 'a,b', '%41', 'a+b', '\r\n'),
);

const treeValues = treesOf(2);

function treesOf(depth: number): fc.Arbitrary<unknown> {
  const children = depth === 0 ? fc.constant([]) : fc.array(treesOf(depth - 1), { maxLength: 2 });
  return fc.record({ n: fc.nat(9), children });
}

/** Values that a model accepts, as JSON has them. */
export function valuesOf(model: Model): fc.Arbitrary<unknown> {
  return (MAKERS[model.kind] as (model: Model) => fc.Arbitrary<unknown>)(model);
}

const MAKERS: {
  readonly [Kind in Model['kind']]: (
    model: Extract<Model, { kind: Kind }>,
  ) => fc.Arbitrary<unknown>;
} = {
  text: (model) => {
    return textsOf(model.rule);
  },
  number: (model) => {
    return numbersOf(model.isInteger, model.bound);
  },
  boolean: () => {
    return fc.boolean();
  },
  literals: (model) => {
    return fc.constantFrom(...model.values);
  },
  enum: (model) => {
    return fc.constantFrom(...model.values);
  },
  list: (model) => {
    return fc.array(valuesOf(model.item), { minLength: model.min, maxLength: 3 });
  },
  tuple: (model) => {
    return fc
      .tuple(
        fc.tuple(...model.items.map(valuesOf)),
        model.rest === null ? fc.constant([]) : fc.array(valuesOf(model.rest), { maxLength: 2 }),
      )
      .map(([items, rest]) => [...items, ...rest]);
  },
  record: (model) => {
    return recordValues(model.value, model.keys);
  },
  object: (model) => {
    return objectValues(model);
  },
  union: (model) => {
    return fc.oneof(...model.parts.map(valuesOf));
  },
  variant: (model) => {
    return fc.oneof(...model.parts.map(valuesOf));
  },
  both: (model) => {
    return fc
      .tuple(...model.parts.map(objectValues))
      .map(([one, other]) => ({ ...(one as object), ...(other as object) }));
  },
  nullable: (model) => {
    return fc.option(valuesOf(model.of), { freq: 2 });
  },
  marked: (model) => {
    return valuesOf(model.of);
  },
  tree: () => {
    return treeValues;
  },
};

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
