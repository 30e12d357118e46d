import { channel } from 'node:diagnostics_channel';
import { type IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

const headers = Object.getOwnPropertyDescriptor(IncomingMessage.prototype, 'headers');
const ended = Object.getOwnPropertyDescriptor(Readable.prototype, 'readableEnded');
const { _dump: dump } = IncomingMessage.prototype as { _dump?: () => void };
const started = channel('http.server.request.start');
const NOTHING = Object.freeze(Object.create(null) as IncomingHttpHeaders);

/**
 * A request that Node spends less on: its object of header fields is made when somebody wants it, and
 * without a body it need not end as a stream.
 */
export class LazyIncomingMessage extends IncomingMessage {
  /** Whether nobody will read it, or ask whether it has ended. */
  unread = false;
  #handedOver = false;

  /**
   * From now on `headers` is the ordinary object. Before that it is empty unless the client expects
   * something: this is what Node looks for in every request before it hands it over, and makes the
   * whole object for (a tenth of the cost of a request with 25 fields).
   */
  handOver(): void {
    this.#handedOver = true;
  }

  /** Node's way to read what nobody has read, behind the response; 5 % of the cost of a short one. */
  _dump(): void {
    if (!this.unread) dump?.call(this);
  }

  static {
    Object.defineProperty(this.prototype, 'headers', {
      ...headers,
      get(this: LazyIncomingMessage): IncomingHttpHeaders {
        return this.#handedOver || started.hasSubscribers || expectsSomething(this.rawHeaders)
          ? (headers?.get?.call(this) as IncomingHttpHeaders)
          : NOTHING;
      },
    });
    Object.defineProperty(this.prototype, 'readableEnded', {
      ...ended,
      get(this: LazyIncomingMessage): boolean {
        return this.unread || (ended?.get?.call(this) as boolean);
      },
    });
  }
}

function expectsSomething(rawHeaders: readonly string[]): boolean {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 6 && name.toLowerCase() === 'expect') return true;
  }
  return false;
}
