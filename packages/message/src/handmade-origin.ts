import { addressIn } from '@mortise/base/message';
import type {
  CookieParams,
  HttpFactoriesInterface,
  QueryParams,
  RequestLifetimeInterface,
  ServerParams,
  StreamInterface,
  UriInterface,
} from '@mortise/http-message';
import type { HeaderList } from './header-list.js';
import { RequestLifetime } from './lifetime.js';
import { MemoryStream } from './memory-stream.js';
import type { Origin } from './origin.js';
import { queryParamsOf } from './query-params.js';
import { frozenRecord } from './frozen-record.js';
import { checkedMethod, handmadeHeaders } from './request-message.js';

const NO_COOKIES: CookieParams = frozenRecord({});

/** The origin of a request that was created by code instead of received. */
export class HandmadeOrigin implements Origin {
  readonly method: string;
  readonly target = null;
  readonly protocolVersion = '1.1';
  readonly bodiless = false;
  readonly #uri: UriInterface;
  readonly #serverParams: ServerParams;
  readonly #body = new MemoryStream('');
  readonly #lifetime: RequestLifetimeInterface;

  constructor(
    method: string,
    uri: UriInterface,
    serverParams: ServerParams,
    factories: HttpFactoriesInterface,
  ) {
    this.method = checkedMethod(method);
    this.#uri = uri;
    this.#serverParams = frozenRecord(serverParams);
    this.#lifetime = new RequestLifetime(factories);
  }

  receivedPath(): null {
    return null;
  }

  scheme(): string {
    return this.#uri.getScheme();
  }

  headerList(): HeaderList {
    return handmadeHeaders(this.#uri);
  }

  uri(): UriInterface {
    return this.#uri;
  }

  body(): StreamInterface {
    return this.#body;
  }

  queryParams(): QueryParams {
    return queryParamsOf(this.#uri);
  }

  cookieParams(): CookieParams {
    return NO_COOKIES;
  }

  remoteAddress(): string | null {
    return addressIn(this.#serverParams);
  }

  serverParams(): ServerParams {
    return this.#serverParams;
  }

  lifetime(): RequestLifetimeInterface {
    return this.#lifetime;
  }
}
