import { KEEP_TARGET, type TargetKeeper, withUriKeepingTarget } from '@mortise/base/message';
import type {
  AttributeKey,
  CookieParams,
  QueryParams,
  RequestLifetimeInterface,
  ServerParams,
  ServerRequestInterface,
  UploadedFiles,
  UriInterface,
} from '@mortise/http-message';
import { MessageDecorator } from '../message-decorator.js';

/** A server request that delegates everything to another one. */
export abstract class ServerRequestDecorator
  extends MessageDecorator<ServerRequestInterface>
  implements TargetKeeper
{
  getRequestTarget(): string {
    return this.inner.getRequestTarget();
  }

  withRequestTarget(requestTarget: string): this {
    return this.around(this.inner.withRequestTarget(requestTarget));
  }

  getMethod(): string {
    return this.inner.getMethod();
  }

  withMethod(method: string): this {
    return this.around(this.inner.withMethod(method));
  }

  getUri(): UriInterface {
    return this.inner.getUri();
  }

  withUri(uri: UriInterface, preserveHost?: boolean): this {
    return this.around(this.inner.withUri(uri, preserveHost));
  }

  [KEEP_TARGET](uri: UriInterface): this {
    return this.around(withUriKeepingTarget(this.inner, uri));
  }

  getServerParams(): ServerParams {
    return this.inner.getServerParams();
  }

  getCookieParams(): CookieParams {
    return this.inner.getCookieParams();
  }

  withCookieParams(cookies: CookieParams): this {
    return this.around(this.inner.withCookieParams(cookies));
  }

  getQueryParams(): QueryParams {
    return this.inner.getQueryParams();
  }

  withQueryParams(query: QueryParams): this {
    return this.around(this.inner.withQueryParams(query));
  }

  getUploadedFiles(): UploadedFiles {
    return this.inner.getUploadedFiles();
  }

  withUploadedFiles(uploadedFiles: UploadedFiles): this {
    return this.around(this.inner.withUploadedFiles(uploadedFiles));
  }

  getParsedBody(): object | null {
    return this.inner.getParsedBody();
  }

  withParsedBody(data: object | null): this {
    return this.around(this.inner.withParsedBody(data));
  }

  getAttributes(): Readonly<Record<string, unknown>> {
    return this.inner.getAttributes();
  }

  getAttribute<T>(name: AttributeKey<T>): T | undefined;
  getAttribute<T, D>(name: AttributeKey<T>, fallback: D): T | D;
  getAttribute(name: string, fallback?: unknown): unknown {
    return this.inner.getAttribute(name, fallback);
  }

  withAttribute<T>(name: AttributeKey<T>, value: NoInfer<T>): this {
    return this.around(this.inner.withAttribute<unknown>(name, value));
  }

  withAttributes(attributes: Readonly<Record<string, unknown>>): this {
    return this.around(this.inner.withAttributes(attributes));
  }

  withoutAttribute(name: string): this {
    return this.around(this.inner.withoutAttribute(name));
  }

  getLifetime(): RequestLifetimeInterface {
    return this.inner.getLifetime();
  }
}
