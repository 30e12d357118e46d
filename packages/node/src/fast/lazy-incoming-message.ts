import { type IncomingHttpHeaders, IncomingMessage, type Server } from 'node:http';
import { canUse, dumpRest, hasEnded, nodeHeaders } from './node-internals.js';
import { isPlain } from './plain-server.js';

const NOTHING = Object.freeze(Object.create(null) as IncomingHttpHeaders);

/**
 * A request that costs Node less: its headers object is created on demand, and without a body it need not end as a
 * stream. Without this optimization: an ordinary `IncomingMessage`. It also behaves like one if an overridden member of
 * Node has changed.
 */
export class LazyIncomingMessage extends IncomingMessage {
  /** Whether no code will read the request, or check whether it has ended. */
  unread = false;
  /** Set if the client waits for `100 Continue`; not a field, which would cost every request. */
  declare expects?: 'continue';
  #handedOver = false;
  #reads = 0;

  /**
   * Whether code other than Node's has read the headers before the listener is called, and may also have entered a
   * context.
   */
  get isSeen(): boolean {
    return this.#reads > 1;
  }

  /**
   * From this call on, `headers` is the ordinary object. Before, its first read returns an empty one, unless the client
   * sent `Expect` or other code can see the request: Node looks for `Expect` in every request before it passes it on,
   * and would create the whole object just for that (a tenth of the cost of a request with 25 headers).
   */
  handOver(): void {
    this.#handedOver = true;
  }

  static {
    const { prototype } = this;
    if (canUse('IncomingMessage._dump')) {
      // Node's method to read the unread rest of a request after the response; 5 % of the cost of a short request.
      define(prototype, '_dump', {
        value(this: LazyIncomingMessage): void {
          if (!this.unread || !canUse('IncomingMessage._dump')) dumpRest(this);
        },
      });
    }
    if (canUse('IncomingMessage.headers')) {
      define(prototype, 'headers', {
        get(this: LazyIncomingMessage): IncomingHttpHeaders {
          if (this.#handedOver) return nodeHeaders(this);
          // Node itself reads the headers once, for HTTP/1.1 without an upgrade: any other read comes from other code.
          const isNodes = ++this.#reads === 1 && this.httpVersionMinor === 1 && !isUpgrade(this);
          return isNodes && !mustHaveHeaders(this) ? NOTHING : nodeHeaders(this);
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

/**
 * Marks a request without a body that no code will read, so that it need not end as a stream. Without this
 * optimization: Node reads it to its end after the response.
 */
export function expectNoReader(incoming: IncomingMessage): void {
  if (incoming instanceof LazyIncomingMessage) incoming.unread = true;
}

/** Undoes {@link expectNoReader}. */
export function expectReader(incoming: IncomingMessage): void {
  if (incoming instanceof LazyIncomingMessage) incoming.unread = false;
}

/** Overrides a member of Node; assignments to it still work. */
function define(prototype: object, name: string, descriptor: PropertyDescriptor): void {
  const inherited = Object.getOwnPropertyDescriptor(IncomingMessage.prototype, name);
  const setter: PropertyDescriptor = { ...inherited };
  for (const key of ['get', 'value', 'writable'] as const) Reflect.deleteProperty(setter, key);
  if (setter.set === undefined) Reflect.deleteProperty(setter, 'set');
  Object.defineProperty(prototype, name, { ...setter, configurable: true, ...descriptor });
}

/** Set by Node; absent from its types. */
function isUpgrade(message: IncomingMessage & { readonly upgrade?: boolean | null }): boolean {
  return message.upgrade === true;
}

function mustHaveHeaders(message: IncomingMessage): boolean {
  const { rawHeaders } = message;
  if (!canUse('IncomingMessage.headers')) return true;
  const { server = null } = message.socket as { readonly server?: Server | null };
  if (server === null || !isPlain(server)) return true;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 6 && name.toLowerCase() === 'expect') return true;
  }
  return false;
}
