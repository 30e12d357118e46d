import type { OperationArgs } from './operation.js';
import type { InputOf } from './schema.js';

/** Whether a part can be omitted, because it accepts `{}` or `undefined`. */
export type Omittable<T> =
  // eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- `object` does not fit a record
  Record<never, never> extends T ? true : undefined extends T ? true : false;

/** What a path can contain, of the types that a schema accepts; text or a number if it accepts anything. */
type Argument<T> = unknown extends T
  ? string | number
  : Extract<T, string | number | boolean | undefined>;

type ArgumentsOf<T> = { readonly [Name in keyof T]: Argument<T[Name]> };

/** Arguments of the path: what their schema accepts; without a schema, strings or numbers. */
type Arguments<P extends string, D> = D extends { readonly args: infer S }
  ? ArgumentsOf<InputOf<S>>
  : { readonly [Name in keyof OperationArgs<P>]: OperationArgs<P>[Name] | number };

/** The member `args` of a call or a link, which can be omitted if no argument is required. */
export type ArgumentsPart<P extends string, D> =
  Omittable<Arguments<P, D>> extends true
    ? { readonly args?: Arguments<P, D> }
    : { readonly args: Arguments<P, D> };
