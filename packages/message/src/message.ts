import { type BatchedMessage, type HeaderBatch, WITH_HEADERS } from '@mortise/base/message';
import type { StreamInterface } from '@mortise/http-message';
import { checkedHeaders } from './header-batches.js';
import { HeaderList } from './header-list.js';
import { invalid } from './message-error.js';

const VERSION = /^\d+(?:\.\d+)?$/;

/**
 * The common part of requests and responses. It has no fields: each concrete class keeps everything in its own private
 * fields and copies them in its constructor, which makes a `with*` cheap (16 ns for twelve fields; 39 ns with the
 * fields spread over three classes: benchmarks/message).
 */
export abstract class Message implements BatchedMessage {
  abstract getProtocolVersion(): string;
  abstract withProtocolVersion(version: string): this;
  abstract getBody(): StreamInterface;
  abstract withBody(body: StreamInterface): this;

  /** The stored headers. */
  protected abstract headerList(): HeaderList;
  protected abstract withHeaderList(list: HeaderList): this;

  getHeaders(): Readonly<Record<string, readonly string[]>> {
    return this.headerList().byName();
  }

  getRawHeaders(): readonly string[] {
    return this.headerList().raw();
  }

  hasHeader(name: string): boolean {
    return this.headerList().has(name);
  }

  getHeader(name: string): readonly string[] {
    return this.headerList().values(name);
  }

  getHeaderLine(name: string): string {
    return this.headerList().line(name, ', ');
  }

  withHeader(name: string, value: string | readonly string[]): this {
    return this.withHeaderList(this.headerList().with(name, value));
  }

  withAddedHeader(name: string, value: string | readonly string[]): this {
    return this.withHeaderList(this.headerList().withAdded(name, value));
  }

  withoutHeader(name: string): this {
    const list = this.headerList();
    const rest = list.without(name);
    return rest === list ? this : this.withHeaderList(rest);
  }

  [WITH_HEADERS](batch: HeaderBatch, keepsOwn: boolean): this {
    const list = this.headerList();
    const others = checkedHeaders(batch);
    const all = keepsOwn ? list.withMissing(others) : HeaderList.merged(list, others);
    return all === list ? this : this.withHeaderList(all);
  }
}

/**
 * Returns the version if it is digits, optionally followed by a dot and more digits (RFC 9112 2.3, without `HTTP/`).
 */
export function checkedVersion(version: string): string {
  if (typeof version === 'string' && VERSION.test(version)) return version;
  const expected = 'a number without the protocol name, such as "1.1"';
  throw invalid('PROTOCOL_VERSION_INVALID', 'protocol version', expected, version);
}
