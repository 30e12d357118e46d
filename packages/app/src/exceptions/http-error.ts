import { brand, CodedError, HTTP_ERROR, isErrorStatus, jsonFailure } from '@mortise/base';
import {
  ensure,
  object,
  optional,
  OptionError,
  options,
  or,
  rule,
  text,
} from '@mortise/base/options';
import type { HttpErrorInterface } from '@mortise/http-message';
import { isFieldValue, isToken, reasonPhrase } from '@mortise/http-syntax';
import { AppError } from '../app-error.js';
import { record } from '../option-rules.js';

/** Optional parts of an {@link HttpError}. */
export interface HttpErrorOptions {
  /** A stable code in capital letters. Default: `'HTTP_404'` for a 404, which is not sent to the client. */
  readonly code?: string | undefined;

  /** The title for the client. Default: the status and its reason phrase. */
  readonly title?: string | undefined;

  /** Response headers by name; a list for several values. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;

  /** The underlying error, for the log. */
  readonly cause?: unknown;

  /**
   * Further members of problem details and JSON (RFC 9457 3.2): any JSON values, including `type` and `instance`.
   * `status`, `title`, `detail` and `code` are reserved. Default `{}`.
   */
  readonly problem?: Readonly<Record<string, unknown>> | undefined;
}

const isValue = (value: unknown): boolean => typeof value === 'string' && isFieldValue(value);
const headers = rule<HttpError['headers']>(
  (value) =>
    object.accepts(value) &&
    Object.entries(value as object).every(
      ([name, each]) =>
        isToken(name) && (Array.isArray(each) ? each.every(isValue) : isValue(each)),
    ),
  "header names and values, or lists of values, such as { 'Retry-After': '7' }",
);
const declared = options<HttpErrorOptions>()('httpError', {
  code: optional(text()),
  title: optional(text()),
  headers: or(headers, {}),
  cause: optional(rule(() => true, '')),
  problem: record,
});

/**
 * An error whose text is safe to show to the client, even with a status of 500 or above. `title` and `detail` are sent
 * in every format, `code` in JSON and XML, and `problem` in JSON; other formats list only its `errors`.
 *
 * For classes of this package, `instanceof` compares a brand, so it works across copies of the package; for derived
 * classes it behaves as usual.
 */
export class HttpError extends CodedError implements HttpErrorInterface {
  readonly status: number;

  /** The title for the client, such as `'404 Not Found'`. */
  readonly title: string;

  /** The text about this occurrence, for the client; `''` for none. */
  readonly detail: string;

  /** Response headers by name. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;

  /** See {@link HttpErrorOptions.problem}; `{}` for none. */
  readonly problem: Readonly<Record<string, unknown>>;

  /**
   * @param status 400 to 599; below 500 the error is logged as a client error
   * @param detail text for the client, also the message in the log; by default, only the title is shown
   * @throws {AppError} `STATUS_INVALID`, `PROBLEM_MEMBER_RESERVED`
   * @throws {OptionError} `OPTION_INVALID`
   */
  constructor(status: number, detail = '', given: HttpErrorOptions = {}) {
    const { code, title, headers, problem, cause } = declared(given);
    if (!isErrorStatus(status)) {
      const order = typeof status === 'string' ? '; write httpError(404, text)' : '';
      throw AppError.invalidStatus('error', status, `an integer from 400 to 599${order}`);
    }
    ensure(typeof detail === 'string', 'httpError.detail', detail, 'a string, before the options');
    const reserved = RESERVED_MEMBERS.find((name) => Object.hasOwn(problem, name));
    if (reserved !== undefined) {
      const message = `reserved problem member "${reserved}": pass it to httpError(status, detail, { title, code }) instead`;
      throw new AppError('PROBLEM_MEMBER_RESERVED', message, reserved);
    }
    refuseUnwritable(problem);
    super(
      code ?? `HTTP_${status}`,
      detail === '' ? (title ?? statusTitle(status)) : detail,
      cause === undefined ? {} : { cause },
    );
    this.status = status;
    this.title = title ?? statusTitle(status);
    this.detail = detail;
    this.headers = headers;
    this.problem = problem;
  }

  static {
    brand(this, '@mortise/app/HttpError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}

/** Refuses members that could not be written when the error is rendered: the client would get a 500 without a cause. */
function refuseUnwritable(problem: object): void {
  const failure = jsonFailure(problem);
  if (failure === null) return;
  const path = ['httpError.problem', ...failure.path].join('.');
  const [what = '', expected = ''] = failure.problem.split('; expected ');
  throw new OptionError(path, failure.value, expected, `invalid ${path}: ${what}`);
}

/** Members of a problem that the error itself determines (RFC 9457 3.1). */
export const RESERVED_MEMBERS: readonly string[] = ['status', 'title', 'detail', 'code'];

/**
 * Creates an {@link HttpError}: `throw httpError(404, 'There is no book 7.', { code: 'BOOK_UNKNOWN' })`.
 *
 * @see HttpError for the parameters and the errors thrown
 */
export function httpError(status: number, detail?: string, options?: HttpErrorOptions): HttpError {
  return new HttpError(status, detail, options);
}

/** Returns the default title for a status: `'404 Not Found'`, or `'599'` if the status has no reason phrase. */
export function statusTitle(status: number): string {
  return (titles[status] ??= `${status} ${reasonPhrase(status)}`.trimEnd());
}

/** Cached by status: every exception needs a title, and most are 404s. */
const titles: Record<number, string> = {};
