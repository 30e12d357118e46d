import fc from 'fast-check';
import type { Literal, Mark, Member, Model, ObjectModel, TextRule } from './model.js';
import { NAMES, valuesOf } from './values.js';

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
