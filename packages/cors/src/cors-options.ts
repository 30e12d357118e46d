import type {
  Awaitable,
  ResponseFactoryInterface,
  ServerRequestInterface,
} from '@mortise/http-message';

/** Which pages from other origins can call the application, and how. */
export interface CorsOptions {
  /**
   * The origins that may read responses: `'*'` for every origin, a list of exact origins as browsers send them
   * (`'https://app.example'`, `'null'`), or a function, called for each request with an `Origin` header that has the form
   * of one origin.
   */
  readonly origins: '*' | readonly string[] | OriginCheck;

  /**
   * The methods that a preflight allows; `'*'` means every method, and `put` is `PUT`. If a function returns `[]`, the path
   * does not exist: the preflight is passed to the application, which responds. Default: `GET`,
   * `HEAD`, `POST`, `PUT`, `PATCH`, `DELETE`, for every path.
   */
  readonly methods?: readonly string[] | ((request: ServerRequestInterface) => readonly string[]);

  /**
   * Request headers that a page may send, besides those that need no permission. `'*'` allows every header except
   * `Authorization`, and is refused with `credentials`. Default: none.
   */
  readonly allowHeaders?: readonly string[];

  /** Response headers that a page may read, besides those that need no permission. Default: none. */
  readonly exposeHeaders?: readonly string[];

  /** Whether a page may send cookies and read the response; refused with `origins: '*'`. Default: `false`. */
  readonly credentials?: boolean;

  /** Seconds that a browser may cache the response to a preflight. Default: unset (browsers: 5 seconds). */
  readonly maxAge?: number;

  /** Creates the response to a preflight. Default: the factories that come with the request. */
  readonly factories?: ResponseFactoryInterface;
}

/** Whether an origin may read responses. `origin` contains no comma or space. */
export type OriginCheck = (request: ServerRequestInterface, origin: string) => Awaitable<boolean>;
