import type { StreamInterface, UriInterface } from '@mortise/http-message';
import type { HeaderList } from './header-list.js';
import { MemoryStream } from './memory-stream.js';
import { checkedVersion } from './message.js';
import {
  checkedMethod,
  checkedTarget,
  handmadeHeaders,
  RequestMessage,
} from './request-message.js';
import { checkedBody } from './stream-rules.js';

/** A request as a client sends it. */
export class Request extends RequestMessage {
  #method: string;
  #uri: UriInterface;
  #target: string | null;
  #protocolVersion: string;
  #headers: HeaderList;
  #body: StreamInterface;

  constructor(from: Request | { readonly method: string; readonly uri: UriInterface }) {
    super();
    if (#method in from) {
      this.#method = from.#method;
      this.#uri = from.#uri;
      this.#target = from.#target;
      this.#protocolVersion = from.#protocolVersion;
      this.#headers = from.#headers;
      this.#body = from.#body;
    } else {
      this.#method = checkedMethod(from.method);
      this.#uri = from.uri;
      this.#target = null;
      this.#protocolVersion = '1.1';
      this.#headers = handmadeHeaders(from.uri);
      this.#body = new MemoryStream('');
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
    return this.#uri;
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
    return this.#body;
  }

  withBody(body: StreamInterface): this {
    const copy = this.#copy();
    copy.#body = checkedBody(body);
    return copy;
  }

  protected givenTarget(): string | null {
    return this.#target;
  }

  protected replaceUri(uri: UriInterface): this {
    const copy = this.#copy();
    copy.#uri = uri;
    return copy;
  }

  protected headerList(): HeaderList {
    return this.#headers;
  }

  protected withHeaderList(list: HeaderList): this {
    const copy = this.#copy();
    copy.#headers = list;
    return copy;
  }

  #copy(): this {
    return new Request(this) as this;
  }
}
