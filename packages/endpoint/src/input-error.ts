import { brand, CodedError, HTTP_ERROR } from '@mortise/base';
import type { HttpErrorInterface } from '@mortise/http-message';

/** An invalid value in a request. */
export interface Violation {
  /** The part of the request that contains the value. */
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body' | 'file';

  /** The position in that part: a JSON pointer in a URI fragment (RFC 6901 6); `#` is the whole part. */
  readonly pointer: string;

  /** The schema library's message; the response contains its first 500 characters. */
  readonly detail: string;
}

/** The maximum number of violations that a response lists. */
const MAX_VIOLATIONS = 100;
const MAX_DETAIL = 500;

/**
 * A request has invalid values. The response has the error's status; its problem details list the first 100 violations
 * as `errors`.
 */
export class InputError extends CodedError<'INPUT_INVALID'> implements HttpErrorInterface {
  readonly status: 422 | 400;

  /** All violations, in the order path, query, header, cookie, body, file. */
  readonly violations: readonly Violation[];
  readonly problem: { readonly errors: readonly Violation[] };

  /**
   * @param violations at least one
   * @param status the response status; default 422
   */
  constructor(violations: readonly Violation[], status: 422 | 400 = 422) {
    super('INPUT_INVALID', summary(violations.length));
    this.status = status;
    this.violations = violations;
    this.problem = { errors: violations.slice(0, MAX_VIOLATIONS).map(shortened) };
  }

  static {
    brand(this, '@mortise/endpoint/InputError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}

function summary(count: number): string {
  if (count === 1) return 'The request has 1 invalid value.';
  return count <= MAX_VIOLATIONS
    ? `The request has ${count} invalid values.`
    : `The request has ${count} invalid values. The first ${MAX_VIOLATIONS} are listed.`;
}

function shortened({ detail, ...place }: Violation): Violation {
  const isLong = detail.length > MAX_DETAIL;
  return { ...place, detail: isLong ? `${detail.slice(0, MAX_DETAIL)}…` : detail };
}
