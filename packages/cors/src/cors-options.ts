import type {
  Awaitable,
  ResponseFactoryInterface,
  ServerRequestInterface,
} from '@mortise/http-message';

/** Options of {@link cors}: which pages from other origins can call the application, and how. */
export interface CorsOptions {
  /**
   * The origins that may read responses: `'*'` for every origin, a list, or `(request, origin) => boolean`, which can
   * return a promise and is called for each request whose `Origin` header contains one origin. Write exact origins as
   * browsers send them (`'https://app.example'` without a trailing slash, `'null'`), not patterns.
   */
  readonly origins: '*' | readonly string[] | OriginCheck;

  /**
   * The methods that a preflight allows: a list, or `(request) => list`; `'*'` allows every method, and `put` is
   * treated as `PUT`. If a function returns `[]`, because the path does not exist, the preflight is passed to the
   * application. Default: those of the routes of the path; `GET`, `HEAD`, `POST`, `PUT`, `PATCH`, `DELETE` if it has
   * none or belongs to a mount.
   */
  readonly methods?:
    | readonly string[]
    | ((request: ServerRequestInterface) => readonly string[])
    | undefined;

  /**
   * Request headers that a page may send, in addition to the CORS-safelisted ones: `Content-Type` for JSON,
   * `Authorization` for tokens. `'*'` allows every header except `Authorization`, and is refused with `credentials`,
   * because browsers then do not treat it as a wildcard. Default: none.
   */
  readonly allowHeaders?: readonly string[] | undefined;

  /**
   * Response headers that a page may read, in addition to the CORS-safelisted ones. `'*'` is refused with
   * `credentials`. Default: none.
   */
  readonly exposeHeaders?: readonly string[] | undefined;

  /** Whether a page may send cookies and read the response; refused with `origins: '*'`. Default: `false`. */
  readonly credentials?: boolean | undefined;

  /**
   * Seconds for which a browser may cache the response to a preflight. Default: unset, so browsers use 5
   * seconds.
   */
  readonly maxAge?: number | undefined;

  /** Creates the response to a preflight. Default: the request's factories. */
  readonly factories?: ResponseFactoryInterface | undefined;
}

/** Decides whether an origin may read responses. `origin` contains no comma or whitespace. */
export type OriginCheck = (request: ServerRequestInterface, origin: string) => Awaitable<boolean>;
