import type { UriInterface } from '@mortise/http-message';
import {
  checkedBasePath,
  checkedFragment,
  checkedHost,
  checkedPath,
  checkedPort,
  checkedQuery,
  checkedScheme,
  checkedUserInfo,
  type UriParts,
} from './uri-parts.js';

/** A URI, stored as its components. */
export class Uri implements UriInterface {
  #scheme: string;
  #userInfo: string;
  #host: string;
  #port: number | null;
  #basePath: string;
  #path: string;
  #query: string;
  #fragment: string;

  /** @param from components in their normal form (see {@link UriParts}), or a URI to copy */
  constructor(from: Uri | UriParts) {
    if (#host in from) {
      this.#scheme = from.#scheme;
      this.#userInfo = from.#userInfo;
      this.#host = from.#host;
      this.#port = from.#port;
      this.#basePath = from.#basePath;
      this.#path = from.#path;
      this.#query = from.#query;
      this.#fragment = from.#fragment;
    } else {
      this.#scheme = from.scheme;
      this.#userInfo = from.userInfo;
      this.#host = from.host;
      this.#port = from.port;
      this.#basePath = '';
      this.#path = from.path;
      this.#query = from.query;
      this.#fragment = from.fragment;
    }
  }

  getScheme(): string {
    return this.#scheme;
  }

  getAuthority(): string {
    if (this.#host === '') return '';
    const userInfo = this.#userInfo === '' ? '' : `${this.#userInfo}@`;
    return userInfo + this.#host + (this.#port === null ? '' : `:${this.#port}`);
  }

  getUserInfo(): string {
    return this.#userInfo;
  }

  getHost(): string {
    return this.#host;
  }

  getPort(): number | null {
    return this.#port;
  }

  getPath(): string {
    return this.#path;
  }

  getBasePath(): string {
    return this.#basePath;
  }

  getQuery(): string {
    return this.#query;
  }

  getFragment(): string {
    return this.#fragment;
  }

  getBaseUrl(): string {
    return this.#behindAuthority(this.#basePath);
  }

  withScheme(scheme: string): this {
    const copy = this.#copy();
    copy.#scheme = checkedScheme(scheme);
    copy.#port = checkedPort(this.#port, copy.#scheme);
    return copy;
  }

  withUserInfo(user: string, password: string | null = null): this {
    const copy = this.#copy();
    copy.#userInfo =
      user === '' ? '' : checkedUserInfo(password === null ? [user] : [user, password]);
    return copy;
  }

  withHost(host: string): this {
    const copy = this.#copy();
    copy.#host = checkedHost(host);
    return copy;
  }

  withPort(port: number | null): this {
    const copy = this.#copy();
    copy.#port = checkedPort(port, this.#scheme);
    return copy;
  }

  withPath(path: string): this {
    const copy = this.#copy();
    copy.#path = checkedPath(path);
    return copy;
  }

  withBasePath(basePath: string): this {
    const copy = this.#copy();
    copy.#basePath = checkedBasePath(basePath);
    return copy;
  }

  withQuery(query: string): this {
    const copy = this.#copy();
    copy.#query = checkedQuery(query);
    return copy;
  }

  withFragment(fragment: string): this {
    const copy = this.#copy();
    copy.#fragment = checkedFragment(fragment);
    return copy;
  }

  toString(): string {
    const query = this.#query === '' ? '' : `?${this.#query}`;
    const fragment = this.#fragment === '' ? '' : `#${this.#fragment}`;
    return this.#behindAuthority(joinedPath(this.#basePath, this.#path)) + query + fragment;
  }

  /** Returns `scheme://authority` followed by the path, which is changed if it would parse as something else. */
  #behindAuthority(path: string): string {
    const scheme = this.#scheme === '' ? '' : `${this.#scheme}:`;
    if (this.#host !== '') {
      const slash = path === '' || path.startsWith('/') ? '' : '/';
      return `${scheme}//${this.getAuthority()}${slash}${path}`;
    }
    if (path.startsWith('//')) return scheme + path.replace(/^\/+/, '/');
    return scheme === '' && READS_AS_SCHEME.test(path) ? `./${path}` : scheme + path;
  }

  #copy(): this {
    return new Uri(this) as this;
  }
}

/** RFC 3986 4.2: a colon in the first segment of a relative path. */
const READS_AS_SCHEME = /^[^/:]+:/;

/** Joins a base path and a path, with a slash between them. */
export function joinedPath(basePath: string, path: string): string {
  return basePath !== '' && path !== '' && !path.startsWith('/')
    ? `${basePath}/${path}`
    : basePath + path;
}
