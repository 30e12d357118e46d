import type { RedirectTarget } from '@mortise/app';
import type { ResponseInterface, StreamFactoryInterface } from '@mortise/http-message';
import { PRESET_TYPE } from '@mortise/base/message';
import { MessageDecorator } from '../message-decorator.js';
import * as status from './status.js';
import type { VariantAResponseInterface } from './variant-a-response-interface.js';
import { withJson } from './with-json.js';
import { withRedirect } from './with-redirect.js';

/** Adds variant A's helpers to a response. */
export class VariantAResponse
  extends MessageDecorator<ResponseInterface>
  implements VariantAResponseInterface
{
  readonly #streams: StreamFactoryInterface;
  readonly #hasPresetType: boolean;

  /** @param hasPresetType whether the `Content-Type` is the one that every response begins with */
  constructor(inner: ResponseInterface, streams: StreamFactoryInterface, hasPresetType = false) {
    super(inner);
    this.#streams = streams;
    this.#hasPresetType = hasPresetType;
  }

  /** Functions such as `text`, which keep a type that the program has chosen, replace this one. */
  get [PRESET_TYPE](): boolean {
    return this.#hasPresetType;
  }

  /** Like PHP, a `Location` makes a response with status 200 a redirect, with status 302. */
  override withHeader(name: string, value: string | readonly string[]): this {
    const isRedirect = this.getStatusCode() === 200 && name.toLowerCase() === 'location';
    const made = this.inner.withHeader(name, value);
    return this.#with(name, isRedirect ? made.withStatus(302) : made);
  }

  override withAddedHeader(name: string, value: string | readonly string[]): this {
    return this.#with(name, this.inner.withAddedHeader(name, value));
  }

  override withoutHeader(name: string): this {
    return this.#with(name, this.inner.withoutHeader(name));
  }

  /** @param name of the header that changes */
  #with(name: string, inner: ResponseInterface): this {
    const isPreset = this.#hasPresetType && name.toLowerCase() !== 'content-type';
    return new VariantAResponse(inner, this.#streams, isPreset) as this;
  }

  /** Returns the response that a decorated one delegates to. Any other is returned unchanged. */
  static innerOf(response: ResponseInterface): ResponseInterface {
    return response instanceof VariantAResponse ? response.inner : response;
  }

  getStatusCode(): number {
    return this.inner.getStatusCode();
  }

  withStatus(code: number, reasonPhrase?: string): this {
    return this.around(this.inner.withStatus(code, reasonPhrase));
  }

  getReasonPhrase(): string {
    return this.inner.getReasonPhrase();
  }

  write(data: Uint8Array | string): this {
    this.inner.getBody().write(data);
    return this;
  }

  withJson(data: unknown, code: number | null = null): this {
    return decorateResponse(withJson(this.inner, data, code, this.#streams), this.#streams) as this;
  }

  withRedirect(url: RedirectTarget, code: number | null = null): this {
    return this.around(withRedirect(this.inner, url, code));
  }

  isEmpty(): boolean {
    return status.isEmpty(this);
  }

  isInformational(): boolean {
    return status.isInformational(this);
  }

  isOk(): boolean {
    return status.isOk(this);
  }

  isSuccessful(): boolean {
    return status.isSuccessful(this);
  }

  isRedirect(): boolean {
    return status.isRedirect(this);
  }

  isRedirection(): boolean {
    return status.isRedirection(this);
  }

  isBadRequest(): boolean {
    return status.isBadRequest(this);
  }

  isForbidden(): boolean {
    return status.isForbidden(this);
  }

  isNotFound(): boolean {
    return status.isNotFound(this);
  }

  isClientError(): boolean {
    return status.isClientError(this);
  }

  isServerError(): boolean {
    return status.isServerError(this);
  }

  protected override around(inner: ResponseInterface): this {
    return new VariantAResponse(inner, this.#streams, this.#hasPresetType) as this;
  }
}

/** Adds variant A's helpers to a response. A response that already has them is returned unchanged. */
export function decorateResponse(
  response: ResponseInterface,
  streams: StreamFactoryInterface,
): VariantAResponseInterface {
  return response instanceof VariantAResponse ? response : new VariantAResponse(response, streams);
}
