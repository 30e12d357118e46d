import { UNPARSED_BODY } from '@mortise/base/keys';
import {
  type AddressedRequest,
  BODILESS,
  KEEP_TARGET,
  type MaybeBodiless,
  RECEIVED_PATH,
  type ReceivedRequest,
  REMOTE_ADDRESS,
  REQUEST_SCHEME,
  type SchemedRequest,
  type TargetKeeper,
} from '@mortise/base/message';
import type {
  AttributeKey,
  CookieParams,
  QueryParams,
  RequestLifetimeInterface,
  ServerParams,
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
import { invalid } from './message-error.js';
import { queryParamsOf } from './query-params.js';
import { checkedMethod, checkedTarget, RequestMessage } from './request-message.js';
import { RequestFacts } from './request-facts.js';
import { uploadTree } from './upload-tree.js';
import { checkedBody } from './stream-rules.js';

/** A request as the server received it. */
export class ServerRequest
  extends RequestMessage
  implements AddressedRequest, MaybeBodiless, ReceivedRequest, SchemedRequest, TargetKeeper
{
  readonly #facts: RequestFacts;
  readonly #attributes: Attributes;

  constructor(facts: RequestFacts, attributes: Attributes) {
    super();
    this.#facts = facts;
    this.#attributes = attributes;
  }

  getMethod(): string {
    return this.#facts.method;
  }

  withMethod(method: string): this {
    const facts = this.#copiedFacts();
    facts.method = checkedMethod(method);
    return this.#withFacts(facts);
  }

  getUri(): UriInterface {
    return this.#facts.uri ?? this.#facts.origin.uri();
  }

  [RECEIVED_PATH](): string | null {
    const { uri, origin } = this.#facts;
    return uri === null ? origin.receivedPath() : null;
  }

  get [BODILESS](): boolean {
    return this.#facts.body === null && this.#facts.origin.bodiless;
  }

  [REQUEST_SCHEME](): string {
    const { uri, origin } = this.#facts;
    return uri === null ? origin.scheme() : uri.getScheme();
  }

  [REMOTE_ADDRESS](): string | null {
    return this.#facts.origin.remoteAddress();
  }

  [KEEP_TARGET](uri: UriInterface): this {
    const facts = this.#copiedFacts();
    facts.uri = uri;
    facts.keptTarget = this.getRequestTarget();
    return this.#withFacts(facts);
  }

  withRequestTarget(requestTarget: string): this {
    const facts = this.#copiedFacts();
    facts.target = checkedTarget(requestTarget);
    return this.#withFacts(facts);
  }

  getProtocolVersion(): string {
    return this.#facts.protocolVersion;
  }

  withProtocolVersion(version: string): this {
    const facts = this.#copiedFacts();
    facts.protocolVersion = checkedVersion(version);
    return this.#withFacts(facts);
  }

  getBody(): StreamInterface {
    return this.#facts.body ?? this.#facts.origin.body();
  }

  withBody(body: StreamInterface): this {
    const facts = this.#copiedFacts();
    facts.body = checkedBody(body);
    return this.#withFacts(facts);
  }

  getServerParams(): ServerParams {
    return this.#facts.origin.serverParams();
  }

  getCookieParams(): CookieParams {
    return this.#facts.cookies ?? this.#facts.origin.cookieParams();
  }

  withCookieParams(cookies: CookieParams): this {
    const facts = this.#copiedFacts();
    facts.cookies = frozenRecord(cookies);
    return this.#withFacts(facts);
  }

  getQueryParams(): QueryParams {
    const { query, uri, origin } = this.#facts;
    return query ?? (uri === null ? origin.queryParams() : queryParamsOf(uri));
  }

  withQueryParams(query: QueryParams): this {
    const facts = this.#copiedFacts();
    facts.query = frozenRecord(query);
    return this.#withFacts(facts);
  }

  getUploadedFiles(): UploadedFiles {
    this.getParsedBody(); // calls the `UNPARSED_BODY` listener
    return this.#facts.files;
  }

  withUploadedFiles(uploadedFiles: UploadedFiles): this {
    const facts = this.#copiedFacts();
    facts.files = uploadTree(uploadedFiles);
    return this.#withFacts(facts);
  }

  getParsedBody(): object | null {
    const { parsedBody, origin } = this.#facts;
    if (parsedBody === null) origin.lifetime().getValue(UNPARSED_BODY)?.(this);
    return parsedBody;
  }

  withParsedBody(data: object | null): this {
    const facts = this.#copiedFacts();
    facts.parsedBody = checkedParsedBody(data);
    return this.#withFacts(facts);
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
    return this.#attributed(withAttribute(this.#attributes, name, value));
  }

  withAttributes(attributes: Readonly<Record<string, unknown>>): this {
    let all = this.#attributes;
    for (const [name, value] of Object.entries(attributes)) all = withAttribute(all, name, value);
    return this.#attributed(all);
  }

  withoutAttribute(name: string): this {
    const rest = withoutAttribute(this.#attributes, name);
    return rest === this.#attributes ? this : this.#attributed(rest);
  }

  getLifetime(): RequestLifetimeInterface {
    return this.#facts.origin.lifetime();
  }

  protected givenTarget(): string | null {
    const { target, keptTarget, uri, origin } = this.#facts;
    return target ?? keptTarget ?? (uri === null ? origin.target : null);
  }

  protected replaceUri(uri: UriInterface): this {
    const facts = this.#copiedFacts();
    facts.uri = uri;
    facts.keptTarget = null;
    return this.#withFacts(facts);
  }

  protected headerList(): HeaderList {
    return this.#facts.headers ?? this.#facts.origin.headerList();
  }

  protected withHeaderList(list: HeaderList): this {
    const facts = this.#copiedFacts();
    facts.headers = list;
    return this.#withFacts(facts);
  }

  #attributed(attributes: Attributes): this {
    return new ServerRequest(this.#facts, attributes) as this;
  }

  #copiedFacts(): RequestFacts {
    return new RequestFacts(this.#facts);
  }

  #withFacts(facts: RequestFacts): this {
    return new ServerRequest(facts, this.#attributes) as this;
  }
}

function checkedParsedBody(data: object | null): object | null {
  if (typeof data === 'object') return data;
  throw invalid('PARSED_BODY_INVALID', 'parsed body', 'an object, a list or null', data);
}
