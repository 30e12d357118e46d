import { brand, CodedError, HTTP_ERROR } from '@mortise/base';
import type { ErrorRecord } from './idempotency-record.js';

/** Stable codes that say why a request was refused, or why its outcome cannot be repeated. */
export type IdempotencyCode =
  | 'IDEMPOTENCY_BODY_CONSUMED'
  | 'IDEMPOTENCY_BODY_TOO_LARGE'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'IDEMPOTENCY_KEY_INVALID'
  | 'IDEMPOTENCY_KEY_MISSING'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'IDEMPOTENCY_OUTCOME_UNKNOWN'
  | 'IDEMPOTENCY_RESPONSE_NOT_KEPT';

interface Refusal {
  readonly status: number;
  /** The title from the draft, if any. */
  readonly title?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly detail: string;
}

const REFUSALS: Readonly<Record<IdempotencyCode, Refusal>> = {
  IDEMPOTENCY_KEY_MISSING: {
    status: 400,
    title: 'Idempotency-Key is missing',
    detail:
      'This operation requires the header Idempotency-Key: a new value for each operation, in double quotes.',
  },
  IDEMPOTENCY_KEY_INVALID: {
    status: 400,
    title: 'Idempotency-Key is invalid',
    detail:
      'The Idempotency-Key is invalid; expected one string of 1 to 255 ASCII characters in double quotes, such as "8e03978e-40d5-43dd-bc93-6894a57f9324".',
  },
  IDEMPOTENCY_BODY_TOO_LARGE: { status: 413, detail: '' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: 'Idempotency-Key is already used',
    detail: 'The Idempotency-Key belongs to a request with a different method, target or body.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    title: 'A request is outstanding for this Idempotency-Key',
    headers: { 'Retry-After': '1' },
    detail: 'The first request with this Idempotency-Key is still running. Try again later.',
  },
  IDEMPOTENCY_OUTCOME_UNKNOWN: {
    status: 409,
    title: 'The outcome for this Idempotency-Key is unknown',
    detail:
      'The first request with this Idempotency-Key ended without a response. Check whether it took effect.',
  },
  IDEMPOTENCY_RESPONSE_NOT_KEPT: {
    status: 500,
    detail:
      'The first request with this Idempotency-Key was processed, but its response cannot be repeated.',
  },
  IDEMPOTENCY_BODY_CONSUMED: { status: 500, detail: '' },
};

/** Thrown for a request that is refused because of its key, or whose outcome cannot be repeated. */
export class IdempotencyError extends CodedError<IdempotencyCode> {
  /** 400, 409, 413, 422 or 500. */
  readonly status: number;
  readonly title?: string;
  /** For the client; `''` for none. */
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly problem: Readonly<Record<string, unknown>>;

  /**
   * @param documentation URL of a page for clients, used as the `type` of the problem and in a `Link` header; `null`
   *   for none
   * @param message describes this request; clients see it only if the status is below 500. Default: the text for
   *   clients
   */
  constructor(code: IdempotencyCode, documentation: string | null, message?: string) {
    const { status, title, detail, headers = {} } = REFUSALS[code];
    super(code, message ?? detail);
    this.status = status;
    this.detail = status < 500 ? this.message : detail;
    if (title !== undefined) this.title = title;
    const isDocumented = documentation !== null && status < 500;
    this.headers = isDocumented
      ? { ...headers, Link: `<${documentation}>; rel="describedby"; type="text/html"` }
      : headers;
    this.problem = isDocumented ? { type: documentation } : {};
  }

  static {
    brand(this, '@mortise/idempotency/IdempotencyError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}

/**
 * Repeats the error of the first request with a key: its status, code, texts, problem and headers. If that error had no
 * status, this one is a 500 without text, for which the application renders its generic text.
 */
export class ReplayedError extends CodedError {
  readonly status: number;
  readonly title?: string;
  /** For the client; `''` for none. */
  readonly detail: string;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly problem: Readonly<Record<string, unknown>>;

  constructor({ status, code, title, detail, problem, headers }: Omit<ErrorRecord, 'kind'>) {
    // Applications do not send a code such as HTTP_500 to clients.
    super(code ?? `HTTP_${status}`, `replayed for a repeated Idempotency-Key: ${detail || status}`);
    this.status = status;
    if (title !== null) this.title = title;
    this.detail = detail;
    this.problem = problem;
    const values = new Map<string, readonly string[]>();
    for (const [name, value] of headers) values.set(name, [...(values.get(name) ?? []), value]);
    this.headers = { ...Object.fromEntries(values), 'Idempotency-Replayed': ['true'] };
  }

  static {
    brand(this, '@mortise/idempotency/ReplayedError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}
