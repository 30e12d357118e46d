import type { MessageInterface, StreamInterface } from '@mortise/http-message';
import {
  addHeader,
  type HeaderList,
  headerIndex,
  headerLine,
  headersByName,
  headerValues,
  removeHeader,
  replaceHeader,
} from './header-list.js';
import { invalid } from './message-error.js';

const VERSION = /^\d+(?:\.\d+)?$/;

/**
 * The common part of requests and responses. It has no fields: each final class has private
 * fields for everything and copies them in its constructor, which makes a `with*` cheap (16 ns for twelve fields;
 * 39 ns if three classes of a chain have fields each: benchmarks/message).
 */
export abstract class Message implements MessageInterface {
  abstract getProtocolVersion(): string;
  abstract withProtocolVersion(version: string): this;
  abstract getBody(): StreamInterface;
  abstract withBody(body: StreamInterface): this;

  /** The stored headers; not a copy. */
  protected abstract headerList(): HeaderList;
  protected abstract withHeaderList(list: HeaderList): this;

  getHeaders(): Readonly<Record<string, readonly string[]>> {
    return headersByName(this.headerList());
  }

  getRawHeaders(): readonly string[] {
    // A copy costs 10 to 27 ns, a frozen list 20 ns for every change.
    return this.headerList().slice();
  }

  hasHeader(name: string): boolean {
    return headerIndex(this.headerList(), name) !== -1;
  }

  getHeader(name: string): readonly string[] {
    return headerValues(this.headerList(), name);
  }

  getHeaderLine(name: string): string {
    return headerLine(this.headerList(), name, ', ');
  }

  withHeader(name: string, value: string | readonly string[]): this {
    return this.withHeaderList(replaceHeader(this.headerList(), name, value));
  }

  withAddedHeader(name: string, value: string | readonly string[]): this {
    return this.withHeaderList(addHeader(this.headerList(), name, value));
  }

  withoutHeader(name: string): this {
    const list = this.headerList();
    const rest = removeHeader(list, name);
    return rest === list ? this : this.withHeaderList(rest);
  }
}

/** Returns the version if it is digits, or digits, a dot and digits (RFC 9112 2.3 without the name). */
export function checkedVersion(version: string): string {
  if (typeof version === 'string' && VERSION.test(version)) return version;
  const expected = 'a number without the name of the protocol, such as "1.1"';
  throw invalid('PROTOCOL_VERSION_INVALID', 'protocol version', expected, version);
}
