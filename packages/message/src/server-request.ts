import type {
  AttributeKey,
  CookieParams,
  QueryParams,
  RequestLifetimeInterface,
  ServerParams,
  ServerRequestInterface,
  StreamInterface,
  UploadedFiles,
  UriInterface,
} from '@mortise/http-message';
import {
  allAttributes,
  type Attributes,
  attributeOf,
  withAttribute,
  withoutAttribute,
} from './attributes.js';
import { frozenRecord } from './frozen-record.js';
import type { HeaderList } from './header-list.js';
import { checkedVersion } from './message.js';
import { MessageError } from './message-error.js';
import type { Origin } from './origin.js';
import { queryParamsOf } from './query-params.js';
import { checkedMethod, checkedTarget, RequestMessage } from './request-message.js';
import { uploadTree } from './upload-tree.js';

const NO_FILES: UploadedFiles = frozenRecord({});

/**
 * A request as the server received it. A field that is `null` was not replaced by any `with*`: its
 * fact is the origin's, which all copies share.
 */
export class ServerRequest extends RequestMessage implements ServerRequestInterface {
  #origin: Origin;
  #method: string;
  #target: string | null;
  #uri: UriInterface | null;
  #protocolVersion: string;
  #headers: HeaderList | null;
  #body: StreamInterface | null;
  #cookies: CookieParams | null;
  #query: QueryParams | null;
  #files: UploadedFiles;
  #parsedBody: object | null;
  #attributes: Attributes;

  constructor(from: ServerRequest | Origin) {
    super();
    if (#origin in from) {
      this.#origin = from.#origin;
      this.#method = from.#method;
      this.#target = from.#target;
      this.#uri = from.#uri;
      this.#protocolVersion = from.#protocolVersion;
      this.#headers = from.#headers;
      this.#body = from.#body;
      this.#cookies = from.#cookies;
      this.#query = from.#query;
      this.#files = from.#files;
      this.#parsedBody = from.#parsedBody;
      this.#attributes = from.#attributes;
    } else {
      this.#origin = from;
      this.#method = from.method;
      this.#target = null;
      this.#uri = null;
      this.#protocolVersion = from.protocolVersion;
      this.#headers = null;
      this.#body = null;
      this.#cookies = null;
      this.#query = null;
      this.#files = NO_FILES;
      this.#parsedBody = null;
      this.#attributes = null;
    }
  }

  getMethod(): string {
    return this.#method;
  }

  withMethod(method: string): this {
    const copy = this.#copy();
    copy.#method = checkedMethod(method);
    return copy;
  }

  getUri(): UriInterface {
    return this.#uri ?? this.#origin.uri();
  }

  withRequestTarget(requestTarget: string): this {
    const copy = this.#copy();
    copy.#target = checkedTarget(requestTarget);
    return copy;
  }

  getProtocolVersion(): string {
    return this.#protocolVersion;
  }

  withProtocolVersion(version: string): this {
    const copy = this.#copy();
    copy.#protocolVersion = checkedVersion(version);
    return copy;
  }

  getBody(): StreamInterface {
    return this.#body ?? this.#origin.body();
  }

  withBody(body: StreamInterface): this {
    const copy = this.#copy();
    copy.#body = body;
    return copy;
  }

  getServerParams(): ServerParams {
    return this.#origin.serverParams();
  }

  getCookieParams(): CookieParams {
    return this.#cookies ?? this.#origin.cookieParams();
  }

  withCookieParams(cookies: CookieParams): this {
    const copy = this.#copy();
    copy.#cookies = frozenRecord(cookies);
    return copy;
  }

  getQueryParams(): QueryParams {
    if (this.#query !== null) return this.#query;
    return this.#uri === null ? this.#origin.queryParams() : queryParamsOf(this.#uri);
  }

  withQueryParams(query: QueryParams): this {
    const copy = this.#copy();
    copy.#query = frozenRecord(query);
    return copy;
  }

  getUploadedFiles(): UploadedFiles {
    return this.#files;
  }

  withUploadedFiles(uploadedFiles: UploadedFiles): this {
    const copy = this.#copy();
    copy.#files = uploadTree(uploadedFiles);
    return copy;
  }

  getParsedBody(): object | null {
    return this.#parsedBody;
  }

  withParsedBody(data: object | null): this {
    const copy = this.#copy();
    copy.#parsedBody = checkedParsedBody(data);
    return copy;
  }

  getAttributes(): Readonly<Record<string, unknown>> {
    return allAttributes(this.#attributes);
  }

  getAttribute<T>(name: AttributeKey<T>): T | undefined;
  getAttribute<T, D>(name: AttributeKey<T>, fallback: D): T | D;
  getAttribute(name: string, fallback?: unknown): unknown {
    return attributeOf(this.#attributes, name, fallback);
  }

  withAttribute<T>(name: AttributeKey<T>, value: NoInfer<T>): this {
    const copy = this.#copy();
    copy.#attributes = withAttribute(this.#attributes, name, value);
    return copy;
  }

  withAttributes(attributes: Readonly<Record<string, unknown>>): this {
    const copy = this.#copy();
    for (const [name, value] of Object.entries(attributes)) {
      copy.#attributes = withAttribute(copy.#attributes, name, value);
    }
    return copy;
  }

  withoutAttribute(name: string): this {
    const rest = withoutAttribute(this.#attributes, name);
    if (rest === this.#attributes) return this;
    const copy = this.#copy();
    copy.#attributes = rest;
    return copy;
  }

  getLifetime(): RequestLifetimeInterface {
    return this.#origin.lifetime();
  }

  protected givenTarget(): string | null {
    return this.#target ?? (this.#uri === null ? this.#origin.target : null);
  }

  protected replaceUri(uri: UriInterface): this {
    const copy = this.#copy();
    copy.#uri = uri;
    return copy;
  }

  protected headerList(): HeaderList {
    return this.#headers ?? this.#origin.headerList();
  }

  protected withHeaderList(list: HeaderList): this {
    const copy = this.#copy();
    copy.#headers = list;
    return copy;
  }

  #copy(): this {
    return new ServerRequest(this) as this;
  }
}

function checkedParsedBody(data: object | null): object | null {
  if (typeof data === 'object') return data;
  const rule = 'a parsed body is a map, a list, an object or null';
  throw new MessageError('PARSED_BODY_INVALID', rule, data);
}
