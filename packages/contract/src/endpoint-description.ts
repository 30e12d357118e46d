import type { StreamInterface, UploadedFileInterface } from '@mortise/http-message';
import type { FileRule } from './file-rule.js';
import type { ProblemOptions } from './problem.js';
import type { AnySchema, InputOf, OutputOf } from './schema.js';

/**
 * Describes what a route accepts and sends. The server validates it at run time; API documents and clients are derived
 * from it. `S` is the type of its schemas.
 */
export interface EndpointDescription<S = AnySchema> {
  /** Path arguments by name. */
  readonly args?: S;

  /** Query parameters by name. */
  readonly query?: S;

  /** Headers by name, in any case; those that the schema does not name are in lower case. */
  readonly headers?: S;

  /** Cookies by name. */
  readonly cookies?: S;

  /** The parsed body: an object or an array. */
  readonly body?: S;

  /** The file fields of a multipart form, by name. */
  readonly files?: Readonly<Record<string, FileRule>>;

  /**
   * Accepted media types of the body, in lower case without parameters. `application/json` includes all types that end
   * in `+json`. Default: `multipart/form-data` if there are `files`, `application/json` if there is only a `body`.
   */
  readonly accepts?: readonly string[];

  /** Responses by status: a schema of the JSON body, a {@link ResponseDescription}, or `null` for no body. */
  readonly responses?: ResponseDescriptions<S>;

  /** The problems that the handler can throw; see {@link defineProblem}. */
  readonly problems?: readonly AnyProblemClass[];

  /** A one-line summary for API documents. */
  readonly summary?: string;

  /** A longer description for API documents, in Markdown. */
  readonly text?: string;

  /** The sections of API documents in which the operation appears. Default: those of the enclosing group. */
  readonly tags?: readonly string[];

  /** Whether API documents mark the operation as deprecated. Default: as for the enclosing group. */
  readonly deprecated?: boolean;

  /**
   * Alternative security requirements, any of which suffices; `[]` for none. Default: those of the enclosing groups and
   * middleware.
   */
  readonly security?: readonly SecurityRequirement[];
}

/** Any kind of problem, regardless of its members. */
export interface AnyProblemClass {
  readonly options: ProblemOptions;
  is(problem: unknown): boolean;
}

/** The required scopes by security scheme; all of them are required together. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** Responses by status, 200 to 599. */
export type ResponseDescriptions<S = AnySchema> = {
  readonly [status: number]: S | ResponseDescription<S> | null;
};

/** Describes a response in more detail than a schema. */
export interface ResponseDescription<S = AnySchema> {
  /** The schema of the JSON body. Without it, the body is the string, bytes or stream that the handler passes. */
  readonly schema?: S;

  /** The media type of the body. Default `application/json` if there is a schema; without both, there is no body. */
  readonly type?: string;

  /** Headers by name, for API documents. */
  readonly headers?: Readonly<Record<string, HeaderDescription<S>>>;

  /** What the response means, for API documents. Default: the reason phrase of the status. */
  readonly text?: string;
}

/** A response header, for API documents. */
export interface HeaderDescription<S = AnySchema> {
  /** What the header means. Default: none. */
  readonly text?: string;

  /** The schema of the header's value. Default: any string. */
  readonly schema?: S;

  /** Whether every response has the header. Default `false`. */
  readonly required?: boolean;
}

/** The parts of a description that are validated by schemas. */
export type SchemaPart = 'args' | 'query' | 'headers' | 'cookies' | 'body';

/** The input of a handler: the described parts as their schemas return them, the files, and always `args`. */
export type EndpointInput<D, Args> = {
  readonly [Part in keyof D & (SchemaPart | 'files')]: Part extends 'files'
    ? { readonly [Name in keyof D[Part]]: FileOf<D[Part][Name]> }
    : OutputOf<D[Part]>;
} & ('args' extends keyof D ? unknown : { readonly args: Args });

/** The value that a handler receives for a file field. */
export type FileOf<Rule> = Rule extends FileRule<infer Value> ? Value : UploadedFileInterface;

/** The arguments that the pattern must have according to the `args` schema. */
export type ArgsFor<D, Args> = D extends { readonly args: infer S }
  ? { readonly [Name in keyof InputOf<S>]: string }
  : Args;

/** The parameters after the status in `respond(status, content)`. */
export type ContentOf<R> = R extends AnySchema
  ? [content: InputOf<R>]
  : R extends { readonly schema: infer S }
    ? [content: InputOf<S>]
    : R extends { readonly type: string }
      ? [content: string | Uint8Array | StreamInterface]
      : [];
