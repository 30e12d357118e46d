import type {
  Contract,
  InputOf,
  Method,
  Operation,
  OperationArgs,
  OutputOf,
  ProblemClass,
  ProblemDetails,
} from '@mortise/contract';

/** What JSON makes of a value: `Date` reads as text, functions and `undefined` are gone. */
export type Wire<T> = T extends { toJSON(): infer Json }
  ? Json
  : T extends readonly (infer Item)[]
    ? readonly Wire<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Wire<T[Name]> }
      : T;

/** The parts of a call that schemas describe, and that go beside the path. */
type PartName = 'query' | 'headers' | 'cookies' | 'body';

/** Whether a part can be left out: `{}` fits it. */
type Omittable<T> = object extends T ? true : false;

type Parts<D> = {
  readonly [Name in keyof D & PartName as Omittable<InputOf<D[Name]>> extends true
    ? never
    : Name]: InputOf<D[Name]>;
} & {
  readonly [Name in keyof D & PartName as Omittable<InputOf<D[Name]>> extends true
    ? Name
    : never]?: InputOf<D[Name]>;
};

/** Arguments of the path: text or numbers. */
type Arguments<P extends string, D> = D extends { readonly args: infer S }
  ? { readonly [Name in keyof InputOf<S>]: string | number }
  : { readonly [Name in keyof OperationArgs<P>]: OperationArgs<P>[Name] | number };

type ArgumentsPart<P extends string, D> =
  Omittable<Arguments<P, D>> extends true
    ? { readonly args?: Arguments<P, D> }
    : { readonly args: Arguments<P, D> };

/** Files by name of the field. */
type FilesPart<D> = D extends { readonly files: infer Files }
  ? { readonly files: { readonly [Name in keyof Files]?: Blob | readonly Blob[] } }
  : unknown;

/** What a call takes. */
export type CallInput<P extends string, D> = ArgumentsPart<P, D> & Parts<D> & FilesPart<D>;

/** A problem as servers of Mortise send it (RFC 9457). */
export interface Problem {
  readonly type?: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly code?: string;

  /** With `code` `INPUT_INVALID`: the values that do not fit. */
  readonly errors?: readonly InputViolation[];
}

/** One value that does not fit. */
export interface InputViolation {
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body' | 'file';

  /** A JSON pointer as a URI fragment. */
  readonly pointer: string;
  readonly detail: string;
}

/** What every result has. */
interface AnyResult {
  /** @param name in any case @returns `null` if there is no such field */
  readonly header: (name: string) => string | null;
}

/** The body of a described response. */
type BodyOf<R> = R extends { readonly '~standard': unknown }
  ? Wire<OutputOf<R>>
  : R extends { readonly schema: infer S }
    ? Wire<OutputOf<S>>
    : R extends { readonly type: `text/${string}` }
      ? string
      : R extends { readonly type: string }
        ? Uint8Array
        : null;

/** The problems that an operation lists, as clients read them. */
type ListedProblem<D> = D extends { readonly problems: readonly (infer Class)[] }
  ? Class extends ProblemClass<infer O>
    ? ProblemDetails<O>
    : never
  : never;

/** A described response, or any other: then a problem, if the server sent one. */
export type CallResult<D> =
  | (D extends { readonly responses: infer R }
      ? {
          [Status in keyof R & number]: AnyResult & {
            readonly described: true;
            readonly status: Status;
            readonly body: BodyOf<R[Status]>;
          };
        }[keyof R & number]
      : never)
  | (AnyResult & {
      readonly described: false;
      readonly status: number;
      readonly problem: Problem | ListedProblem<D> | null;
    });

/** What a call takes besides its input. */
export interface CallOptions {
  readonly signal?: AbortSignal;

  /** Further header fields. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls one operation. Rejects with what the transport rejects with, or with a `ClientError`. */
export type Call<P extends string, D> = (
  ...parameters: Omittable<CallInput<P, D>> extends true
    ? [input?: CallInput<P, D>, options?: CallOptions]
    : [input: CallInput<P, D>, options?: CallOptions]
) => Promise<CallResult<D>>;

/** The calls of a contract, in groups as its operations. */
export type Client<C> = {
  readonly [Name in keyof C]: C[Name] extends Operation<Method, infer P, infer D>
    ? Call<P, D>
    : C[Name] extends Contract
      ? Client<C[Name]>
      : never;
};
