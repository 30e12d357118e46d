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
 * Where a request comes from: what all its copies share until a `with*` replaces it. Each fact is
 * computed when it is first asked for, so that ten copies parse once; what is returned is always the
 * same object, and frozen.
 */
export interface Origin {
  readonly method: string;
  /** As on the wire; `null` when the URI decides. */
  readonly target: string | null;
  readonly protocolVersion: string;
  headerList(): HeaderList;
  uri(): UriInterface;
  body(): StreamInterface;
  queryParams(): QueryParams;
  cookieParams(): CookieParams;
  serverParams(): ServerParams;
  lifetime(): RequestLifetimeInterface;
}
