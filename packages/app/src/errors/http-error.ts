import { brand, HTTP_ERROR, isErrorStatus, isInstance } from '@mortise/base';
import type { HttpErrorInterface } from '@mortise/http-message';
import { AppError } from '../app-error.js';
import { statusTitle } from './status-title.js';

/** What an {@link HttpError} carries besides its status and its detail. */
export interface HttpErrorOptions {
  /** Stable, in capitals, for programs. Default: `'HTTP_404'`, which the client does not see. */
  readonly code?: string;

  /** What the client reads first. Default: the status and its registered phrase. */
  readonly title?: string;

  /** Header fields of the response, by name; a field with several values has a list. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;

  /** The underlying error, for the log. */
  readonly cause?: unknown;

  /**
   * Further members of problem details and JSON (RFC 9457 3.2): what JSON can hold, `type` and
   * `instance` among them. `status`, `title`, `detail` and `code` are refused.
   */
  readonly problem?: Readonly<Record<string, unknown>>;
}

/**
 * An error whose text was written for the client: its `title`, `detail`, `code` and `problem` reach
 * it at every status and, the members of `problem` apart, in every format.
 *
 * `instanceof` goes by a brand that each class of this package bears, so that two copies of the
 * package agree; a class below these behaves as usual.
 */
export class HttpError extends Error implements HttpErrorInterface {
  readonly status: number;
  readonly code: string;

  /** What the client reads first: `'404 Not Found'`. */
  readonly title: string;

  /** What the client reads about this occurrence; `''` for nothing. */
  readonly detail: string;

  /** Header fields of the response, by name. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;

  /** See {@link HttpErrorOptions.problem}; `{}` for none. */
  readonly problem: Readonly<Record<string, unknown>>;

  /**
   * @param status 400 to 599; below 500 the error is logged as one of the client
   * @param detail for the client, and the message in the log; default: only the title is shown
   * @throws {AppError} `STATUS_INVALID`, `PROBLEM_MEMBER_RESERVED`
   */
  constructor(status: number, detail = '', options: HttpErrorOptions = {}) {
    const { code, title, headers = {}, problem = {}, ...cause } = options;
    if (!isErrorStatus(status)) throw AppError.invalidErrorStatus(status);
    const reserved = RESERVED_MEMBERS.find((name) => Object.hasOwn(problem, name));
    if (reserved !== undefined) throw AppError.reservedMember(reserved);
    super(detail === '' ? (title ?? statusTitle(status)) : detail, cause);
    this.status = status;
    this.code = code ?? `HTTP_${status}`;
    this.title = title ?? statusTitle(status);
    this.detail = detail;
    this.headers = headers;
    this.problem = problem;
  }

  static {
    brand(this, '@mortise/app/HttpError');
  }

  static override [Symbol.hasInstance](this: object, value: unknown): boolean {
    return isInstance(this, value);
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}

/** Members of a problem that are the error's own (RFC 9457 3.1). */
export const RESERVED_MEMBERS: readonly string[] = ['status', 'title', 'detail', 'code'];

/**
 * Creates an error to throw: `throw httpError(404, 'There is no book 7.', { code: 'BOOK_UNKNOWN' })`.
 *
 * @see HttpError for parameters and errors
 */
export function httpError(status: number, detail?: string, options?: HttpErrorOptions): HttpError {
  return new HttpError(status, detail, options);
}
