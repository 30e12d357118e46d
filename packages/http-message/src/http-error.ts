/**
 * An error that says how HTTP answers it.
 *
 * The contract is structural: every error with a `status` (or a `statusCode`, as the errors of
 * Connect have it) from 400 to 599 is one, whichever package threw it. It decides the status of the
 * response and, with few exceptions, its {@link headers}.
 *
 * **Its text is a second question**, since an error of a database or of an upstream server may carry
 * a status too. Text reaches the client only
 *
 * - from errors that bear the registered symbol `Symbol.for('@mortise/http-error')` with the value
 *   `true`, best on the prototype of their class (`HTTP_ERROR` of `@mortise/base`): all errors of
 *   this project do, and every error made by `httpError` or a class below `HttpError` of
 *   `@mortise/app`. Their {@link title}, {@link detail}, {@link problem} and {@link code} are read at
 *   every status, their `message` below 500;
 * - from errors with `expose: true` (the convention of `http-errors`): their `message` and `code`,
 *   below 500.
 *
 * Of all others the client reads the registered phrase of the status.
 */
export interface HttpErrorInterface extends Error {
  /** The status to answer with: 400 to 599. */
  readonly status: number;

  /** Stable, in capitals (`'BODY_TOO_LARGE'`); `message` is human-readable and may change. */
  readonly code?: string;

  /**
   * Header fields of the response (`Allow`, `Retry-After`), by name. Those that describe a body are
   * ignored. Without the symbol above, `Set-Cookie` and what concerns the connection are too.
   */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;

  /** What the client reads first. Default: the registered phrase of the status. */
  readonly title?: string;

  /** What the client reads about this occurrence. Default: `message` below 500, otherwise nothing. */
  readonly detail?: string;

  /**
   * Further members of the problem (RFC 9457 3.2), `type` and `instance` among them. The members
   * `status`, `title`, `detail` and `code` are the error's own and cannot be replaced here.
   */
  readonly problem?: Readonly<Record<string, unknown>>;

  /** `true`: the `message` was written for the client, see above. */
  readonly expose?: boolean;
}
