import type {
  ArgumentsPart,
  Contract,
  FileOf,
  InputOf,
  Method,
  Omittable,
  Operation,
  OutputOf,
  ProblemClass,
  ProblemDetails,
  Wire,
} from '@mortise/contract';

export type { Wire };

/** A part of a call that a schema describes; optional if the schema accepts `{}` or `undefined`. */
type Part<D, Name extends string> = D extends { readonly [Own in Name]: infer S }
  ? Omittable<InputOf<S>> extends true
    ? { readonly [Own in Name]?: InputOf<S> }
    : { readonly [Own in Name]: InputOf<S> }
  : unknown;

/** A body without a schema; sent unchanged, with the first accepted media type. */
export type RawBody = string | Blob;

/**
 * The body. One whose members are all optional is still required, because `{}` is content, unless files are sent with
 * it. Without a schema, an operation that accepts media types and no files has a {@link RawBody}.
 */
type BodyPart<D> = D extends { readonly body: infer S }
  ? D extends { readonly files: unknown }
    ? Part<D, 'body'>
    : undefined extends InputOf<S>
      ? { readonly body?: InputOf<S> }
      : { readonly body: InputOf<S> }
  : D extends { readonly files: unknown }
    ? unknown
    : D extends { readonly accepts: unknown }
      ? { readonly body?: RawBody }
      : unknown;

/** The files, which can be omitted if every field is optional. */
type FilesPart<D> = D extends { readonly files: infer Files }
  ? Omittable<FilesOf<Files>> extends true
    ? { readonly files?: FilesOf<Files> }
    : { readonly files: FilesOf<Files> }
  : unknown;

/** Files by field name: one for `file()`, one or a list for `files()`. A field is required unless it is `optional`. */
type FilesOf<Files> = {
  readonly [Name in keyof Files as OptionalFile<FileOf<Files[Name]>, never, Name>]: BlobsOf<
    FileOf<Files[Name]>
  >;
} & {
  readonly [Name in keyof Files as OptionalFile<FileOf<Files[Name]>, Name, never>]?: BlobsOf<
    FileOf<Files[Name]>
  >;
};

/** `Yes` if a handler can receive no file for a field: `undefined`, or an empty list. */
type OptionalFile<Value, Yes, No> = undefined extends Value
  ? Yes
  : readonly [] extends Value
    ? Yes
    : No;

type BlobsOf<Value> = Value extends readonly unknown[] ? Blob | readonly Blob[] : Blob;

/** The input of a call: path arguments, the parts that schemas describe, and files. */
export type CallInput<P extends string, D> = ArgumentsPart<P, D> &
  Part<D, 'query'> &
  Part<D, 'headers'> &
  Part<D, 'cookies'> &
  BodyPart<D> &
  FilesPart<D>;

/** A problem (RFC 9457). A member of another type in the response is ignored, as the RFC requires. */
export interface Problem {
  readonly type?: string;

  /** The status as text, if the server sent none. */
  readonly title: string;

  /** That of the response, if the server sent none. */
  readonly status: number;
  readonly detail?: string;
  readonly code?: string;

  /** The invalid values, if `code` is `INPUT_INVALID`. */
  readonly errors?: readonly InputViolation[];
}

/** An invalid value in a request. */
export interface InputViolation {
  /** The part of the request that contains the value. */
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body' | 'file';

  /** The position in that part: a JSON pointer in a URI fragment (RFC 6901 6). */
  readonly pointer: string;
  readonly detail: string;
}

/** The members of every result. */
interface AnyResult {
  /** Returns a header of the response, ignoring case; `null` if it is absent. */
  readonly header: (name: string) => string | null;
}

/** The body of a described response. */
type BodyOf<R> = R extends { readonly '~standard': unknown }
  ? Wire<OutputOf<R>>
  : R extends { readonly schema: infer S }
    ? Wire<OutputOf<S>>
    : R extends { readonly type: infer Type }
      ? ContentOfType<Type>
      : null;

/** The content of a media type; either, if the type is not known when the program is compiled. */
type ContentOfType<Type> = string extends Type
  ? string | Uint8Array
  : Type extends `text/${string}`
    ? string
    : Uint8Array;

/** The problems that an operation lists, as a client receives them. */
type ListedProblem<D> = D extends { readonly problems: readonly (infer Class)[] }
  ? Class extends ProblemClass<infer O>
    ? ProblemDetails<O>
    : never
  : never;

/**
 * The result of a call: a described response with its body; or any other response, with its problem details if the
 * server sent any.
 */
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

/** Options of a call. */
export interface CallOptions {
  /** Aborts the call. Default: none. */
  readonly signal?: AbortSignal | undefined;

  /** Additional headers; they replace headers with the same name, ignoring case. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Calls an operation. Rejects with a {@link ClientError}, or with the transport's error. */
export type Call<P extends string, D> = (
  ...parameters: Omittable<CallInput<P, D>> extends true
    ? [input?: CallInput<P, D>, options?: CallOptions]
    : [input: CallInput<P, D>, options?: CallOptions]
) => Promise<CallResult<D>>;

/** The calls of a contract's operations, grouped in the same way. */
export type Client<C> = {
  readonly [Name in keyof C]: C[Name] extends Operation<Method, infer P, infer D>
    ? Call<P, D>
    : C[Name] extends Contract
      ? Client<C[Name]>
      : never;
};
