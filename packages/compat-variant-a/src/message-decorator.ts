import type { MessageInterface, StreamInterface } from '@mortise/http-message';

/** A message that delegates everything to another one. The results of its `with*` methods are decorated too. */
export abstract class MessageDecorator<M extends MessageInterface> implements MessageInterface {
  protected readonly inner: M;

  constructor(inner: M) {
    this.inner = inner;
  }

  getProtocolVersion(): string {
    return this.inner.getProtocolVersion();
  }

  withProtocolVersion(version: string): this {
    return this.around(this.inner.withProtocolVersion(version));
  }

  getHeaders(): Readonly<Record<string, readonly string[]>> {
    return this.inner.getHeaders();
  }

  getRawHeaders(): readonly string[] {
    return this.inner.getRawHeaders();
  }

  hasHeader(name: string): boolean {
    return this.inner.hasHeader(name);
  }

  getHeader(name: string): readonly string[] {
    return this.inner.getHeader(name);
  }

  getHeaderLine(name: string): string {
    return this.inner.getHeaderLine(name);
  }

  withHeader(name: string, value: string | readonly string[]): this {
    return this.around(this.inner.withHeader(name, value));
  }

  withAddedHeader(name: string, value: string | readonly string[]): this {
    return this.around(this.inner.withAddedHeader(name, value));
  }

  withoutHeader(name: string): this {
    return this.around(this.inner.withoutHeader(name));
  }

  getBody(): StreamInterface {
    return this.inner.getBody();
  }

  withBody(body: StreamInterface): this {
    return this.around(this.inner.withBody(body));
  }

  /** Decorates a copy of the inner message in the same way. */
  protected abstract around(inner: M): this;
}
