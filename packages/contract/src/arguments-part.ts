import type { OperationArgs } from './operation.js';
import type { InputOf } from './schema.js';

/** Whether a part can be omitted, because it accepts `{}` or `undefined`. */
export type Omittable<T> =
  // eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- `object` does not fit a record
  Record<never, never> extends T ? true : undefined extends T ? true : false;

/** The types that an argument can have, of those that the schema accepts; a string or number if it accepts anything. */
type Argument<T> = unknown extends T
  ? string | number
  : Extract<T, string | number | boolean | undefined>;

type ArgumentsOf<T> = { readonly [Name in keyof T]: Argument<T[Name]> };

/** The path arguments: what their schema accepts; without a schema, strings or numbers. */
type Arguments<P extends string, D> = D extends { readonly args: infer S }
  ? ArgumentsOf<InputOf<S>>
  : { readonly [Name in keyof OperationArgs<P>]: OperationArgs<P>[Name] | number };

/** The `args` member of a call or a link; optional if no argument is required. */
export type ArgumentsPart<P extends string, D> =
  Omittable<Arguments<P, D>> extends true
    ? { readonly args?: Arguments<P, D> }
    : { readonly args: Arguments<P, D> };
