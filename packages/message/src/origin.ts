import type {
  CookieParams,
  QueryParams,
  RequestLifetimeInterface,
  ServerParams,
  StreamInterface,
  UriInterface,
} from '@mortise/http-message';
import type { HeaderList } from './header-list.js';

/**
 * The origin of a request, shared by all its copies until a `with*` replaces a part. Each fact is
 * computed on first use, so that ten copies parse once; every call returns the
 * same object, frozen.
 */
export interface Origin {
  readonly method: string;
  /** As received; `null` if the URI determines it. */
  readonly target: string | null;
  readonly protocolVersion: string;
  /** See `receivedPath` from `@mortise/base`. */
  receivedPath(): string | null;
  /** The scheme of the URI, which is not created for it. */
  scheme(): string;
  /** See `isBodiless` from `@mortise/base/message`. */
  readonly bodiless: boolean;
  headerList(): HeaderList;
  uri(): UriInterface;
  body(): StreamInterface;
  queryParams(): QueryParams;
  cookieParams(): CookieParams;
  serverParams(): ServerParams;
  lifetime(): RequestLifetimeInterface;
}
