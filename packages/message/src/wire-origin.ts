import { loggedTarget, quote } from '@mortise/base';
import { BODILESS, type MaybeBodiless } from '@mortise/base/message';
import type {
  CookieParams,
  HttpFactoriesInterface,
  QueryParams,
  RequestLifetimeInterface,
  RequestSource,
  ServerParams,
  StreamInterface,
  UriInterface,
} from '@mortise/http-message';
import {
  type Authority,
  encodeQuery,
  encodeReceivedPath,
  parseAuthority,
  parseCookies,
  parseRequestTarget,
  pathBelow,
  type RequestTarget,
  serverParams,
} from '@mortise/http-syntax';
import { HeaderList } from './header-list.js';
import { IncomingStream } from './incoming-stream.js';
import { RequestLifetime } from './lifetime.js';
import { MemoryStream } from './memory-stream.js';
import { MessageError } from './message-error.js';
import type { Origin } from './origin.js';
import { parseQuery } from './query-params.js';
import { Uri } from './uri.js';
import { checkedPort, normalHost } from './uri-parts.js';

/** The origin of a request that an adapter received. Each member of the source is read at most once. */
export class WireOrigin implements Origin {
  readonly method: string;
  readonly target: string;
  readonly protocolVersion: string;
  readonly bodiless: boolean;
  readonly #source: RequestSource;
  readonly #factories: HttpFactoriesInterface | null;
  #host: string | null = null;
  #scheme: 'http' | 'https' | null = null;
  #basePath: string | null = null;
  #headers: HeaderList | null = null;
  #parsedTarget: RequestTarget | null = null;
  #uri: UriInterface | null = null;
  #body: StreamInterface | null = null;
  #query: QueryParams | null = null;
  #cookies: CookieParams | null = null;
  #serverParams: ServerParams | null = null;
  #address: string | null = null;
  #lifetime: RequestLifetimeInterface | null = null;

  /** @param factories provided by the lifetime; `null` if the request has another lifetime */
  constructor(source: RequestSource, factories: HttpFactoriesInterface | null) {
    this.method = source.method;
    this.target = source.target;
    this.protocolVersion = source.protocolVersion;
    this.bodiless = (source as Partial<MaybeBodiless>)[BODILESS] === true;
    this.#source = source;
    this.#factories = factories;
  }

  receivedPath(): string | null {
    const target = this.#targetParts();
    if (target.form !== 'origin' || this.#mountPath() !== '') return null;
    // Throws for an invalid host, like `uri()`.
    parsedHost(this.#hostField());
    return target.path;
  }

  scheme(): 'http' | 'https' {
    return (this.#scheme ??= this.#source.scheme);
  }

  headerList(): HeaderList {
    return (this.#headers ??= HeaderList.of(this.#source.rawHeaders));
  }

  uri(): UriInterface {
    return (this.#uri ??= this.#buildUri());
  }

  body(): StreamInterface {
    return (this.#body ??= streamOf(this.#source));
  }

  queryParams(): QueryParams {
    return (this.#query ??= this.#parseQuery());
  }

  cookieParams(): CookieParams {
    return (this.#cookies ??= Object.freeze(parseCookies(this.headerList().line('Cookie', '; '))));
  }

  remoteAddress(): string | null {
    return (this.#address ??= this.#source.remoteAddress);
  }

  serverParams(): ServerParams {
    return (this.#serverParams ??= this.#buildServerParams());
  }

  lifetime(): RequestLifetimeInterface {
    return (this.#lifetime ??= new RequestLifetime(this.#factories));
  }

  #hostField(): string {
    return (this.#host ??= this.#source.host);
  }

  #mountPath(): string {
    return (this.#basePath ??= this.#source.basePath ?? '');
  }

  #targetParts(): RequestTarget {
    return (this.#parsedTarget ??= parsedTarget(this.method, this.target));
  }

  /** The query is at the end of every form of target. */
  #parseQuery(): QueryParams {
    const { length } = queryOf(this.#targetParts());
    return parseQuery(this.target, this.target.length - length);
  }

  #buildUri(): UriInterface {
    const target = this.#targetParts();
    const authority =
      'authority' in target && this.#source.hostReported !== true
        ? target.authority
        : parsedHost(this.#hostField());
    const scheme = this.scheme();
    const path = 'path' in target ? target.path : '';
    const basePath = this.#mountPath();
    const rest = basePath === '' ? null : pathBelow(path, basePath);
    const uri = new Uri({
      scheme,
      userInfo: '',
      host: authority?.host ?? '',
      port: checkedPort(authority?.port ?? null, scheme),
      path: encodeReceivedPath(rest ?? path),
      query: encodeQuery(queryOf(target)),
      fragment: '',
    });
    return rest === null ? uri : uri.withBasePath(basePath);
  }

  #buildServerParams(): ServerParams {
    const { remotePort, localAddress, localPort } = this.#source;
    return Object.freeze(
      serverParams({
        method: this.method,
        target: this.target,
        protocolVersion: this.protocolVersion,
        rawHeaders: this.headerList().raw(),
        scheme: this.scheme(),
        host: this.#hostField(),
        remoteAddress: this.remoteAddress(),
        remotePort,
        localAddress,
        localPort,
      }),
    );
  }
}

function streamOf({ body }: RequestSource): StreamInterface {
  return body === null ? new MemoryStream('') : new IncomingStream(body);
}

function parsedTarget(method: string, target: string): RequestTarget {
  const parsed = parseRequestTarget(method, target);
  if (parsed !== null) {
    if (!('authority' in parsed)) return parsed;
    const authority = decoded(parsed.authority);
    if (authority !== null) return { ...parsed, authority };
  }
  const expected = `a path that begins with "/", or another form that RFC 9112 allows for ${method}`;
  // The error is logged, and the rest of the target can hold secrets.
  const problem = `The request target ${quote(loggedTarget(target))} is invalid; expected ${expected}.`;
  throw new MessageError('TARGET_INVALID', problem, target, { status: 400 });
}

/** The last host that was parsed: the next request probably has the same one. */
let known: { readonly host: string; readonly authority: Authority } | null = null;

function parsedHost(host: string): Authority | null {
  if (host === '') return null;
  if (host === known?.host) return known.authority;
  const authority = decoded(parseAuthority(host));
  if (authority !== null) {
    known = { host, authority };
    return authority;
  }
  const problem = `The Host header ${quote(host)} is invalid; expected a host, optionally with a port.`;
  throw new MessageError('URI_HOST_INVALID', problem, host, { status: 400 });
}

/**
 * Decodes the escapes of a host, as `createUri` does, so that all encodings of a host are equal, and the URI parses
 * back to the same value.
 *
 * @returns `null` for a host that `createUri` rejects, such as `a%2Fb`
 */
function decoded(authority: Authority | null): Authority | null {
  if (authority === null || !authority.host.includes('%')) return authority;
  const host = normalHost(authority.host);
  return host === null ? null : { ...authority, host };
}

function queryOf(target: RequestTarget): string {
  return 'query' in target ? target.query : '';
}
