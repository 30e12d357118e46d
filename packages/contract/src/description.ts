import type { StreamInterface, UploadedFileInterface } from '@mortise/http-message';
import type { FileRule } from './file-rule.js';
import type { ProblemOptions } from './problem.js';
import type { AnySchema, InputOf, OutputOf } from './schema.js';

/**
 * What a route accepts and sends: checked when it runs, read by documents and clients. `S` is what is known of its
 * schemas.
 */
export interface EndpointDescription<S = AnySchema> {
  /** Arguments of the path. */
  readonly args?: S;

  readonly query?: S;

  /** Header fields by name, in lower case. */
  readonly headers?: S;

  readonly cookies?: S;

  /** The parsed body: an object or a list. */
  readonly body?: S;

  /** Fields of a multipart form that hold files, by name. */
  readonly files?: Readonly<Record<string, FileRule>>;

  /**
   * Media types of the body. Default: `application/json` with a `body`, `multipart/form-data` with `files`.
   * `application/json` includes all types that end in `+json`.
   */
  readonly accepts?: readonly string[];

  /** By status: a schema of the JSON body, a {@link ResponseDescription}, or `null` for no body. */
  readonly responses?: ResponseDescriptions<S>;

  /** Problems that the handler throws, see `defineProblem`. */
  readonly problems?: readonly AnyProblemClass[];

  /** One line for documents. */
  readonly summary?: string;

  /** Longer text for documents, Markdown. */
  readonly text?: string;

  readonly tags?: readonly string[];
  readonly deprecated?: boolean;

  /** Alternatives: any one of them suffices. `[]` for none. Default: those of the groups and middleware around. */
  readonly security?: readonly SecurityRequirement[];
}

/** Any kind of problem, whatever its members. */
export interface AnyProblemClass {
  readonly options: ProblemOptions;
  is(problem: unknown): boolean;
}

/** The names of security schemes and the scopes that each needs; all of them together are required. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** Responses by status, 200 to 599. */
export type ResponseDescriptions<S = AnySchema> = {
  readonly [status: number]: S | ResponseDescription<S> | null;
};

/** A response with more than a schema. */
export interface ResponseDescription<S = AnySchema> {
  /** Of the JSON body. Without it, the body is the text, bytes or stream that the handler gives. */
  readonly schema?: S;

  /** Media type. Default `application/json` with a schema; required without. */
  readonly type?: string;

  /** Header fields, for documents. */
  readonly headers?: Readonly<Record<string, HeaderDescription<S>>>;

  /** What the response means, for documents. Default: the phrase of the status. */
  readonly text?: string;
}

/** A header field of a response, for documents. */
export interface HeaderDescription<S = AnySchema> {
  readonly text?: string;
  readonly schema?: S;
  readonly required?: boolean;
}

/** The parts of a description that schemas check. */
export type SchemaPart = 'args' | 'query' | 'headers' | 'cookies' | 'body';

/** What a handler gets: the described parts, as their schemas return them; `args` always. */
export type EndpointInput<D, Args> = {
  readonly [Part in keyof D & (SchemaPart | 'files')]: Part extends 'files'
    ? { readonly [Name in keyof D[Part]]: FileOf<D[Part][Name]> }
    : OutputOf<D[Part]>;
} & ('args' extends keyof D ? unknown : { readonly args: Args });

/** What a handler gets of a field with files. */
export type FileOf<Rule> = Rule extends FileRule<infer Value> ? Value : UploadedFileInterface;

/** The arguments that the pattern must give, for the schema of the arguments. */
export type ArgsFor<D, Args> = D extends { readonly args: infer S }
  ? { readonly [Name in keyof InputOf<S>]: string }
  : Args;

/** What goes with a status in `respond(status, content)`. */
export type ContentOf<R> = R extends {
  readonly '~standard': { readonly types?: { readonly input: infer Input } | undefined };
}
  ? [content: Input]
  : R extends { readonly schema: infer S }
    ? [content: InputOf<S>]
    : R extends { readonly type: string }
      ? [content: string | Uint8Array | StreamInterface]
      : [];
