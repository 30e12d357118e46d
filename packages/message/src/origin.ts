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
 * The original parts of a request, shared by all its copies; a copy's `with*` can replace a part for that copy. Each
 * part of a received request is computed once, on first use, however many copies there are.
 */
export interface Origin {
  readonly method: string;
  /** The target as received; `null` if the URI determines it. */
  readonly target: string | null;
  readonly protocolVersion: string;
  /** See `receivedPath` from `@mortise/base/message`. */
  receivedPath(): string | null;
  /** The scheme of the URI, returned without creating the URI. */
  scheme(): string;
  /** See `isBodiless` from `@mortise/base/message`. */
  readonly bodiless: boolean;
  headerList(): HeaderList;
  uri(): UriInterface;
  body(): StreamInterface;
  queryParams(): QueryParams;
  cookieParams(): CookieParams;
  /** See `remoteAddress` from `@mortise/base/message`. */
  remoteAddress(): string | null;
  serverParams(): ServerParams;
  lifetime(): RequestLifetimeInterface;
}
