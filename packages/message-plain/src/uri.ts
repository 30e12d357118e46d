import type { UriInterface } from '@mortise/http-message';
import { defaultPort } from '@mortise/http-syntax';
import {
  basePathComponent,
  fragmentComponent,
  hostComponent,
  pathComponent,
  portComponent,
  queryComponent,
  schemeComponent,
  userInfoComponent,
} from './uri-component.js';

interface Parts {
  readonly scheme: string;
  readonly userInfo: string;
  readonly host: string;
  readonly port: number | null;
  readonly basePath: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

const NO_PARTS: Parts = {
  scheme: '',
  userInfo: '',
  host: '',
  port: null,
  basePath: '',
  path: '',
  query: '',
  fragment: '',
};

/** A URI, stored as its normalized parts; a scheme's default port is omitted. */
export class Uri implements UriInterface {
  readonly #parts: Parts;

  constructor(parts: Partial<Parts> = {}) {
    const all = { ...NO_PARTS, ...parts };
    this.#parts = { ...all, port: all.port === defaultPort(all.scheme) ? null : all.port };
  }

  #with(change: Partial<Parts>): this {
    return new Uri({ ...this.#parts, ...change }) as this;
  }

  getScheme(): string {
    return this.#parts.scheme;
  }

  getAuthority(): string {
    const { userInfo, host, port } = this.#parts;
    if (host === '') return '';
    return (userInfo && `${userInfo}@`) + host + (port === null ? '' : `:${port}`);
  }

  getUserInfo(): string {
    return this.#parts.userInfo;
  }

  getHost(): string {
    return this.#parts.host;
  }

  getPort(): number | null {
    return this.#parts.port;
  }

  getPath(): string {
    return this.#parts.path;
  }

  getBasePath(): string {
    return this.#parts.basePath;
  }

  getQuery(): string {
    return this.#parts.query;
  }

  getFragment(): string {
    return this.#parts.fragment;
  }

  getBaseUrl(): string {
    return this.#front(this.#parts.basePath);
  }

  withScheme(scheme: string): this {
    return this.#with({ scheme: schemeComponent(scheme) });
  }

  withUserInfo(user: string, password: string | null = null): this {
    const name = userInfoComponent(user);
    const rest = password === null ? '' : `:${userInfoComponent(password)}`;
    return this.#with({ userInfo: name && name + rest });
  }

  withHost(host: string): this {
    return this.#with({ host: hostComponent(host) });
  }

  withPort(port: number | null): this {
    return this.#with({ port: portComponent(port) });
  }

  withPath(path: string): this {
    return this.#with({ path: pathComponent(path) });
  }

  withBasePath(basePath: string): this {
    return this.#with({ basePath: basePathComponent(basePath) });
  }

  withQuery(query: string): this {
    return this.#with({ query: queryComponent(query) });
  }

  withFragment(fragment: string): this {
    return this.#with({ fragment: fragmentComponent(fragment) });
  }

  toString(): string {
    const { basePath, path, query, fragment } = this.#parts;
    const rooted = basePath !== '' && path !== '' && !path.startsWith('/') ? `/${path}` : path;
    return this.#front(basePath + rooted) + (query && `?${query}`) + (fragment && `#${fragment}`);
  }

  /** Joins scheme, authority and path (RFC 3986 5.3), so that the path cannot be parsed as anything else (3.3, 4.2). */
  #front(path: string): string {
    const scheme = this.#parts.scheme && `${this.#parts.scheme}:`;
    const authority = this.getAuthority();
    if (authority !== '') {
      return `${scheme}//${authority}${path === '' || path.startsWith('/') ? '' : '/'}${path}`;
    }
    const single = path.replace(/^\/{2,}/, '/');
    return scheme === '' && /^[^/:]+:/.test(single) ? `./${single}` : scheme + single;
  }
}
