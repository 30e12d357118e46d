/**
 * An error that determines its HTTP response.
 *
 * The contract is structural: every error with a `status` (or a `statusCode`, as in Connect)
 * from 400 to 599 is one, whichever package threw it. It determines the status of the
 * response and, with few exceptions, its {@link headers}.
 *
 * **Its text is a separate question**, because an error of a database or of an upstream server can have
 * a status too. Text reaches the client only
 *
 * - from errors that have the symbol `HTTP_ERROR` from `@mortise/base`, registered as `@mortise/http-error`, with the value
 *   `true`, preferably on the prototype of their class: all errors of this project do, and every error of `httpError` or a
 *   subclass of `HttpError` from `@mortise/app`. Their {@link title}, {@link detail}, {@link problem} and {@link code} are
 *   sent with every status, their `message` below 500;
 * - from errors with `expose: true` (the convention of `http-errors`): their `message` and `code`,
 *   below 500.
 *
 * For all other errors the client gets the reason phrase of the status.
 */
export interface HttpErrorInterface extends Error {
  /** The status of the response: 400 to 599. */
  readonly status: number;

  /** Stable, in capitals (`'BODY_TOO_LARGE'`); `message` is human-readable and may change. */
  readonly code?: string;

  /**
   * Headers of the response (`Allow`, `Retry-After`), by name. Those that describe a body are
   * ignored. Without the symbol above, `Set-Cookie` and headers of the connection are ignored too.
   */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;

  /** The title for the client. Default: the reason phrase of the status. */
  readonly title?: string;

  /** The text about this occurrence, for the client. Default: `message` below 500, otherwise none. */
  readonly detail?: string;

  /**
   * Further members of the problem (RFC 9457 3.2), including `type` and `instance`. The error itself determines
   * `status`, `title`, `detail` and `code`; they cannot be replaced here.
   */
  readonly problem?: Readonly<Record<string, unknown>>;

  /** `true`: the `message` is safe to show to the client, see above. */
  readonly expose?: boolean;
}
