/**
 * An error that determines its HTTP response.
 *
 * The contract is structural: any error with a `status` (or `statusCode`, as in Connect) from 400 to 599 qualifies,
 * whichever package threw it. It sets the status of the response and its {@link headers}, with the exceptions
 * documented there.
 *
 * **Whether its text is sent is a separate question**, because a database or upstream error can have a status too. Text
 * reaches the client only
 *
 * - from errors whose property `HTTP_ERROR` (a symbol from `@mortise/base`, registered as `@mortise/http-error`) is
 *   `true`, preferably on the class prototype. All errors of this project have it, as do those created with `httpError`
 *   and subclasses of `HttpError` from `@mortise/app`. Their {@link title}, {@link detail}, {@link problem} and
 *   {@link code} are sent with any status, their `message` only below 500;
 * - from errors with `expose: true` (the convention of `http-errors`): their `message` and `code`, only below 500.
 *
 * For all other errors, the client gets the reason phrase of the status.
 */
export interface HttpErrorInterface extends Error {
  /** The status of the response: 400 to 599. */
  readonly status: number;

  /** A stable identifier in capitals (`'BODY_TOO_LARGE'`); `message` is human-readable and may change. */
  readonly code?: string;

  /**
   * Response headers (`Allow`, `Retry-After`), keyed by name. Those that describe a body are ignored; without the
   * symbol above, so are `Set-Cookie` and connection headers.
   */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;

  /** The title for the client. Default: the status's reason phrase. */
  readonly title?: string;

  /** An explanation of this occurrence, for the client. Default: `message` below 500, otherwise none. */
  readonly detail?: string;

  /**
   * Additional members of the problem details (RFC 9457 3.2), including `type` and `instance`. `status`, `title`,
   * `detail` and `code` come from the error itself and cannot be set here.
   */
  readonly problem?: Readonly<Record<string, unknown>>;

  /** `true` if the `message` is safe to show to the client (see above). */
  readonly expose?: boolean;
}
