import { keepClaim } from '@mortise/base/message';
import type { ResponseInterface, StreamInterface } from '@mortise/http-message';
import { isReasonPhrase, reasonPhrase } from '@mortise/http-syntax';
import { type HeaderList, NO_HEADERS } from './header-list.js';
import { MemoryStream } from './memory-stream.js';
import { checkedVersion, Message } from './message.js';
import { invalid } from './message-error.js';
import { checkedBody } from './stream-rules.js';

/** A response. The constructor copies its five fields. */
export class Response extends Message implements ResponseInterface {
  #status: number;
  /** The reason phrase; `''` for the standard one. */
  #reason: string;
  #protocolVersion: string;
  #headers: HeaderList;
  #body: StreamInterface;

  constructor(from?: Response) {
    super();
    if (from === undefined) {
      this.#status = 200;
      this.#reason = '';
      this.#protocolVersion = '1.1';
      this.#headers = NO_HEADERS;
      this.#body = new MemoryStream('');
    } else {
      this.#status = from.#status;
      this.#reason = from.#reason;
      this.#protocolVersion = from.#protocolVersion;
      this.#headers = from.#headers;
      this.#body = from.#body;
    }
  }

  getStatusCode(): number {
    return this.#status;
  }

  withStatus(code: number, reasonPhrase = ''): this {
    const copy = this.#copy();
    copy.#status = checkedStatus(code);
    copy.#reason = checkedReason(reasonPhrase);
    return copy;
  }

  getReasonPhrase(): string {
    return this.#reason === '' ? reasonPhrase(this.#status) : this.#reason;
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

  protected headerList(): HeaderList {
    return this.#headers;
  }

  protected withHeaderList(list: HeaderList): this {
    const copy = this.#copy();
    copy.#headers = list;
    return copy;
  }

  #copy(): this {
    return keepClaim(new Response(this), this) as this;
  }
}

function checkedStatus(code: number): number {
  if (Number.isInteger(code) && code >= 100 && code <= 599) return code;
  throw invalid('STATUS_INVALID', 'status code', 'an integer from 100 to 599', code);
}

function checkedReason(phrase: string): string {
  if (typeof phrase === 'string' && isReasonPhrase(phrase)) return phrase;
  const expected = 'no control characters except tab, and no characters above U+00FF';
  throw invalid('REASON_INVALID', 'reason phrase', expected, phrase);
}
