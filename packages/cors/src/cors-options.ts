import type {
  Awaitable,
  ResponseFactoryInterface,
  ServerRequestInterface,
} from '@mortise/http-message';

/** Which pages of other origins may call, and how. */
export interface CorsOptions {
  /**
   * The origins that may read responses: `'*'` for every origin, a list of exact origins as browsers write
   * them (`'https://app.example'`, `'null'`), or a function, called for each request with an `Origin`
   * header that has the form of one origin.
   */
  readonly origins: '*' | readonly string[] | OriginCheck;

  /**
   * The methods that a preflight names; `'*'` stands for every method. Of a function `[]` says that there
   * is no such path: the preflight is passed to the application, whose response says so. Default: `GET`,
   * `HEAD`, `POST`, `PUT`, `PATCH`, `DELETE`, whatever the path.
   */
  readonly methods?: readonly string[] | ((request: ServerRequestInterface) => readonly string[]);

  /**
   * Request headers that a page may send, besides those that need no permission. `'*'` allows every
   * header but `Authorization`, and is refused with `credentials`. Default: none.
   */
  readonly allowHeaders?: readonly string[];

  /** Response headers that a page may read, besides those that need no permission. Default: none. */
  readonly exposeHeaders?: readonly string[];

  /** Whether a page may send cookies and read the response; refused with `origins: '*'`. Default: `false`. */
  readonly credentials?: boolean;

  /** Seconds that a browser may keep the response to a preflight. Default: unset (browsers: 5 seconds). */
  readonly maxAge?: number;

  /** Makes the response to a preflight. */
  readonly factories: ResponseFactoryInterface;
}

/** Whether an origin may read responses. `origin` has no comma and no space. */
export type OriginCheck = (request: ServerRequestInterface, origin: string) => Awaitable<boolean>;
