import type { StreamInterface, UploadedFileInterface } from '@mortise/http-message';
import type { FileRule } from './file-rule.js';
import type { ProblemOptions } from './problem.js';
import type { AnySchema, InputOf, OutputOf } from './schema.js';

/**
 * What a route accepts and sends: validated at run time, and read by documents and clients. `S` is the known type of its
 * schemas.
 */
export interface EndpointDescription<S = AnySchema> {
  /** Path arguments. */
  readonly args?: S;

  /** Query parameters by name. */
  readonly query?: S;

  /** Headers by name, in lower case. */
  readonly headers?: S;

  /** Cookies by name. */
  readonly cookies?: S;

  /** The parsed body: an object or an array. */
  readonly body?: S;

  /** Fields of a multipart form that hold files, by name. */
  readonly files?: Readonly<Record<string, FileRule>>;

  /**
   * Media types of the body. Default: `application/json` if there is a `body`, `multipart/form-data` if there are
   * `files`. `application/json` includes all types that end in `+json`.
   */
  readonly accepts?: readonly string[];

  /** Responses by status: a schema of the JSON body, a {@link ResponseDescription}, or `null` for no body. */
  readonly responses?: ResponseDescriptions<S>;

  /** The problems that the handler can throw; see `defineProblem`. */
  readonly problems?: readonly AnyProblemClass[];

  /** One line for documents. */
  readonly summary?: string;

  /** Longer text for documents, in Markdown. */
  readonly text?: string;

  /** The sections of documents that list the operation. Default: those of the enclosing group. */
  readonly tags?: readonly string[];

  /** Whether documents advise against it. Default: as for the enclosing group. */
  readonly deprecated?: boolean;

  /**
   * Alternative requirements, any of which suffices; `[]` for none. Default: those of the enclosing groups and middleware.
   */
  readonly security?: readonly SecurityRequirement[];
}

/** Any kind of problem, whatever its members. */
export interface AnyProblemClass {
  readonly options: ProblemOptions;
  is(problem: unknown): boolean;
}

/** The names of security schemes and the scopes that each requires; all of them are required together. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** Responses by status, 200 to 599. */
export type ResponseDescriptions<S = AnySchema> = {
  readonly [status: number]: S | ResponseDescription<S> | null;
};

/** A response described by more than a schema. */
export interface ResponseDescription<S = AnySchema> {
  /** The schema of the JSON body. Without it, the body is the string, bytes or stream that the handler passes. */
  readonly schema?: S;

  /** Media type. Default `application/json` if there is a schema; otherwise required. */
  readonly type?: string;

  /** Headers, for documents. */
  readonly headers?: Readonly<Record<string, HeaderDescription<S>>>;

  /** What the response means, for documents. Default: the reason phrase of the status. */
  readonly text?: string;
}

/** A header of a response, for documents. */
export interface HeaderDescription<S = AnySchema> {
  /** What the header means. Default: none. */
  readonly text?: string;

  /** The schema of its value. Default: any string. */
  readonly schema?: S;

  /** Whether every response has it. Default `false`. */
  readonly required?: boolean;
}

/** The parts of a description that are validated by schemas. */
export type SchemaPart = 'args' | 'query' | 'headers' | 'cookies' | 'body';

/** The input of a handler: the described parts, as their schemas return them, and always `args`. */
export type EndpointInput<D, Args> = {
  readonly [Part in keyof D & (SchemaPart | 'files')]: Part extends 'files'
    ? { readonly [Name in keyof D[Part]]: FileOf<D[Part][Name]> }
    : OutputOf<D[Part]>;
} & ('args' extends keyof D ? unknown : { readonly args: Args });

/** The value that a handler receives for a file field. */
export type FileOf<Rule> = Rule extends FileRule<infer Value> ? Value : UploadedFileInterface;

/** The arguments that the pattern must have, according to their schema. */
export type ArgsFor<D, Args> = D extends { readonly args: infer S }
  ? { readonly [Name in keyof InputOf<S>]: string }
  : Args;

/** The parameters after the status in `respond(status, content)`. */
export type ContentOf<R> = R extends {
  readonly '~standard': { readonly types?: { readonly input: infer Input } | undefined };
}
  ? [content: Input]
  : R extends { readonly schema: infer S }
    ? [content: InputOf<S>]
    : R extends { readonly type: string }
      ? [content: string | Uint8Array | StreamInterface]
      : [];
