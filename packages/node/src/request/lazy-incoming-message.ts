import { channel } from 'node:diagnostics_channel';
import { type IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { canUse, dumpRest, hasEnded, headersOf } from '../node-internals.js';

const started = channel('http.server.request.start');
const NOTHING = Object.freeze(Object.create(null) as IncomingHttpHeaders);

/**
 * A request that costs Node less: its headers object is created on demand, and without a body
 * it need not end as a stream. If a member of Node that this overrides has changed, it is an ordinary
 * `IncomingMessage`.
 */
export class LazyIncomingMessage extends IncomingMessage {
  /** Whether no code will read it, or check whether it has ended. */
  unread = false;
  #handedOver = false;

  /**
   * From this call on, `headers` is the ordinary object. Before, it is empty unless the client sent `Expect`:
   * Node looks for that in every request before it passes it on, and would create the
   * whole object for it (a tenth of the cost of a request with 25 headers).
   */
  handOver(): void {
    this.#handedOver = true;
  }

  static {
    const { prototype } = this;
    if (canUse('IncomingMessage._dump')) {
      // Node's method to read the unread rest after the response; 5 % of the cost of a short one.
      define(prototype, '_dump', {
        value(this: LazyIncomingMessage): void {
          if (!this.unread || !canUse('IncomingMessage._dump')) dumpRest(this);
        },
      });
    }
    if (canUse('IncomingMessage.headers')) {
      define(prototype, 'headers', {
        get(this: LazyIncomingMessage): IncomingHttpHeaders {
          return this.#handedOver || mustHaveHeaders(this.rawHeaders) ? headersOf(this) : NOTHING;
        },
      });
    }
    if (canUse('Readable.readableEnded')) {
      define(prototype, 'readableEnded', {
        get(this: LazyIncomingMessage): boolean {
          return (this.unread && canUse('Readable.readableEnded')) || hasEnded(this);
        },
      });
    }
  }
}

/** Overrides a member of Node; assignments to it still work. */
function define(prototype: object, name: string, descriptor: PropertyDescriptor): void {
  const inherited = Object.getOwnPropertyDescriptor(IncomingMessage.prototype, name);
  const setter: PropertyDescriptor = { ...inherited };
  for (const key of ['get', 'value', 'writable'] as const) Reflect.deleteProperty(setter, key);
  if (setter.set === undefined) Reflect.deleteProperty(setter, 'set');
  Object.defineProperty(prototype, name, { ...setter, configurable: true, ...descriptor });
}

function mustHaveHeaders(rawHeaders: readonly string[]): boolean {
  if (started.hasSubscribers || !canUse('IncomingMessage.headers')) return true;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 6 && name.toLowerCase() === 'expect') return true;
  }
  return false;
}
