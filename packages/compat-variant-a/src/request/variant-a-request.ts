import type {
  QueryParams,
  QueryValue,
  ResponseInterface,
  ServerRequestInterface,
  StreamInterface,
  UriInterface,
} from '@mortise/http-message';
import { byMediaType } from '@mortise/body-parsers';
import { ROUTE_CONTEXT, type RouteContext } from '@mortise/app';
import { overriddenMethod } from '@mortise/method-override';
import { contentLengthOf, isXhr } from './header-facts.js';
import type { MediaTypeParser } from './media-type-parsers.js';
import { contentCharsetOf, contentTypeOf, mediaTypeOf, mediaTypeParamsOf } from './media-type.js';
import { cookieParam, param, params, parsedBodyParam, queryParam, serverParam } from './params.js';
import type { ParsedBody } from './parsed-body.js';
import { PhpQuery } from './php-query.js';
import { ROUTE } from './route-attribute.js';
import { ServerRequestDecorator } from './server-request-decorator.js';
import type { VariantARequestInterface } from './variant-a-request-interface.js';

/** Adds variant A's helpers to a server request. */
export class VariantARequest extends ServerRequestDecorator implements VariantARequestInterface {
  #parsed: ParsedBody;
  /** The result of `getMethod`; `null` until it is first called. */
  #method: string | null;
  #query: PhpQuery;
  #response: ResponseInterface | null = null;
  #context: RouteContext | null = null;

  /** @param method the result of `getMethod`; `null` to look for an override on first use */
  constructor(
    inner: ServerRequestInterface,
    parsed: ParsedBody,
    method: string | null,
    query = new PhpQuery(),
  ) {
    super(inner);
    this.#parsed = parsed;
    this.#method = method;
    this.#query = query;
  }

  /** Returns the request that a decorated one delegates to. Any other is returned unchanged. */
  static plainOf(request: ServerRequestInterface): ServerRequestInterface {
    return request instanceof VariantARequest ? request.inner : request;
  }

  /** Returns the response that the outer layer passed with the request; `null` if there is none. */
  static responseOf(request: VariantARequest): ResponseInterface | null {
    return request.#response;
  }

  /** Returns the routing result for the inner layers, even if the attributes have changed. */
  static contextOf(request: VariantARequest): RouteContext | null {
    return request.#context;
  }

  static withResponse(request: VariantARequest, response: ResponseInterface): VariantARequest {
    if (request.#response === response) return request;
    const copy = request.around(request.inner);
    copy.#response = response;
    return copy;
  }

  static withContext(request: VariantARequest, context: RouteContext): VariantARequest {
    const copy = request.around(request.inner.withAttribute<unknown>(ROUTE, context.getRoute()));
    copy.#context = context;
    return copy;
  }

  override getMethod(): string {
    return (this.#method ??= this.#findMethod());
  }

  override withMethod(method: string): this {
    const copy = this.#elsewhere(this.inner.withMethod(method));
    copy.#method = method;
    return copy;
  }

  override withUri(uri: UriInterface, preserveHost?: boolean): this {
    return this.#withQuery(this.#elsewhere(this.inner.withUri(uri, preserveHost)));
  }

  override getQueryParams(): QueryParams {
    return this.#query.of(this.inner);
  }

  override withQueryParams(query: QueryParams): this {
    return this.#withQuery(super.withQueryParams(query));
  }

  override withHeader(name: string, value: string | readonly string[]): this {
    return this.#withField(name, super.withHeader(name, value));
  }

  override withAddedHeader(name: string, value: string | readonly string[]): this {
    return this.#withField(name, super.withAddedHeader(name, value));
  }

  override withoutHeader(name: string): this {
    return this.#withField(name, super.withoutHeader(name));
  }

  override withBody(body: StreamInterface): this {
    return this.#withContent(super.withBody(body));
  }

  override getParsedBody(): object | null {
    return this.#parsed.of(this.inner);
  }

  override withParsedBody(data: object | null): this {
    const copy = super.withParsedBody(data);
    copy.#parsed = this.#parsed.withValue(data);
    return copy;
  }

  reparseBody(): this {
    this.#parsed = this.#parsed.withoutValue();
    return this;
  }

  registerMediaTypeParser(mediaType: string, parser: MediaTypeParser): void {
    // Only checked: as in Slim 3, a type in upper case is registered, but no body matches it.
    byMediaType({ [mediaType]: parser }, 'registerMediaTypeParser');
    this.#parsed = this.#parsed.withParser(mediaType, parser);
  }

  override withAttributes(attributes: Readonly<Record<string, unknown>>): this {
    let bare = this.inner;
    for (const name of Object.keys(bare.getAttributes())) bare = bare.withoutAttribute(name);
    return this.around(bare.withAttributes(attributes));
  }

  getOriginalMethod(): string {
    return this.inner.getMethod();
  }

  isMethod(method: string): boolean {
    return this.getMethod() === method;
  }

  isGet(): boolean {
    return this.isMethod('GET');
  }

  isPost(): boolean {
    return this.isMethod('POST');
  }

  isPut(): boolean {
    return this.isMethod('PUT');
  }

  isPatch(): boolean {
    return this.isMethod('PATCH');
  }

  isDelete(): boolean {
    return this.isMethod('DELETE');
  }

  isHead(): boolean {
    return this.isMethod('HEAD');
  }

  isOptions(): boolean {
    return this.isMethod('OPTIONS');
  }

  isXhr(): boolean {
    return isXhr(this);
  }

  getContentType(): string | null {
    return contentTypeOf(this);
  }

  getMediaType(): string | null {
    return mediaTypeOf(this);
  }

  getMediaTypeParams(): Readonly<Record<string, string>> {
    return mediaTypeParamsOf(this);
  }

  getContentCharset(): string | null {
    return contentCharsetOf(this);
  }

  getContentLength(): number | null {
    return contentLengthOf(this);
  }

  getParam(key: string, fallback: unknown = null): unknown {
    return param(this, key, fallback);
  }

  getParams(only: readonly string[] | null = null): Readonly<Record<string, unknown>> {
    return params(this, only);
  }

  getQueryParam(key: string): QueryValue | null;
  getQueryParam<D>(key: string, fallback: D): QueryValue | D;
  getQueryParam(key: string, fallback: unknown = null): unknown {
    return queryParam(this, key, fallback);
  }

  getParsedBodyParam(key: string, fallback: unknown = null): unknown {
    return parsedBodyParam(this, key, fallback);
  }

  getCookieParam(key: string): string | null;
  getCookieParam<D>(key: string, fallback: D): string | D;
  getCookieParam(key: string, fallback: unknown = null): unknown {
    return cookieParam(this, key, fallback);
  }

  getServerParam(key: string): string | null;
  getServerParam<D>(key: string, fallback: D): string | D;
  getServerParam(key: string, fallback: unknown = null): unknown {
    return serverParam(this, key, fallback);
  }

  protected override around(inner: ServerRequestInterface): this {
    const copy = new VariantARequest(inner, this.#parsed, this.#method, this.#query);
    copy.#response = this.#response;
    copy.#context = this.#context;
    return copy as this;
  }

  #withQuery(copy: this): this {
    copy.#query = new PhpQuery();
    return copy;
  }

  #withField(name: string, copy: this): this {
    return name.toLowerCase() === 'content-type' ? this.#withContent(copy) : copy;
  }

  #withContent(copy: this): this {
    copy.#parsed = this.#parsed.forOtherContent();
    return copy;
  }

  /** A request for another URI or method must be routed again, unless it has reached its route. */
  #elsewhere(inner: ServerRequestInterface): this {
    return this.around(inner.withoutAttribute(ROUTE_CONTEXT));
  }

  #findMethod(): string {
    const own = this.inner.getMethod();
    // Most requests are not POST, and do not need a closure that reads a form.
    if (own !== 'POST') return own;
    return overriddenMethod(this.inner, () => this.#parsed.formOf(this.inner)) ?? own;
  }
}
