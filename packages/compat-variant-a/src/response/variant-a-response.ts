import type {
  ResponseInterface,
  StreamFactoryInterface,
  UriInterface,
} from '@mortise/http-message';
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

  constructor(inner: ResponseInterface, streams: StreamFactoryInterface) {
    super(inner);
    this.#streams = streams;
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
    return this.around(withJson(this.inner, data, code, this.#streams));
  }

  withRedirect(url: UriInterface | string, code: number | null = null): this {
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
    return new VariantAResponse(inner, this.#streams) as this;
  }
}

/** Adds variant A's helpers to a response. A response that already has them is returned unchanged. */
export function decorateResponse(
  response: ResponseInterface,
  streams: StreamFactoryInterface,
): VariantAResponseInterface {
  return response instanceof VariantAResponse ? response : new VariantAResponse(response, streams);
}
