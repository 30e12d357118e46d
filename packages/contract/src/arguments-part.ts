import type { OperationArgs } from './operation.js';
import type { InputOf } from './schema.js';

/** Whether a part can be omitted, because it accepts `{}` or `undefined`. */
export type Omittable<T> =
  // eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- `object` does not fit a record
  Record<never, never> extends T ? true : undefined extends T ? true : false;

/**
 * The types that an argument can have, of those that the schema accepts; a string or number if it accepts anything.
 * `Own` is its type in the pattern's arguments, which is `undefined` too if the pattern does not require it.
 */
type Argument<T, Own> = unknown extends T
  ? string | number
  : Extract<T, number | boolean | string | Own>;

/**
 * The arguments that a schema accepts, `T`, and those of the pattern, `Args`. What the pattern requires is required,
 * even if the schema has a default for it, because it is part of every URL.
 */
type ArgumentsOf<T, Args> = T extends undefined
  ? never
  : Flat<
      { readonly [Name in keyof T]: Argument<T[Name], undefined> } & {
        readonly [Name in keyof Args]: Argument<
          Name extends keyof T ? T[Name] : unknown,
          Args[Name]
        >;
      }
    >;

/** One object type instead of an intersection, for editor tooltips. */
type Flat<T> = { readonly [Name in keyof T]: T[Name] };

/** The path arguments: what their schema accepts; strings or numbers if it does not name them, or is absent. */
type Arguments<P extends string, D> = D extends { readonly args: infer S }
  ? ArgumentsOf<InputOf<S>, string extends P ? unknown : OperationArgs<P>>
  : PatternArguments<OperationArgs<P>>;

/** A part that the pattern does not require can be absent, or `undefined` as in the handler's arguments. */
type PatternArguments<Args> = {
  readonly [Name in keyof Args]:
    | Args[Name]
    | number
    | (Partial<Args> extends Pick<Args, Name> ? undefined : never);
};

/** The `args` member of a call or a link; optional if no argument is required. */
export type ArgumentsPart<P extends string, D> =
  Omittable<Arguments<P, D>> extends true
    ? { readonly args?: Arguments<P, D> }
    : { readonly args: Arguments<P, D> };
