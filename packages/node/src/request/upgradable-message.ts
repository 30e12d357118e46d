import { LazyIncomingMessage } from '../fast/lazy-incoming-message.js';

const ASKED: unique symbol = Symbol('asked');

/**
 * A request that is treated as an upgrade only if the client requests WebSocket.
 *
 * If there is a listener for upgrades, Node passes it every request whose `upgrade` is true: every one with an
 * `Upgrade` header, including `h2c`, which clients can send with any request and which a server must ignore (RFC 9110
 * 7.8).
 */
export class UpgradableMessage extends LazyIncomingMessage {
  declare [ASKED]: boolean | null;

  get upgrade(): boolean {
    return this[ASKED] === true && (this.method === 'CONNECT' || this.#wantsWebSocket());
  }

  /** Set by Node: whether the client requests any protocol, or a tunnel. */
  set upgrade(asked: boolean | null) {
    this[ASKED] = asked;
  }

  #wantsWebSocket(): boolean {
    // HTTP/1.0 has no upgrades (RFC 9110 7.8).
    if (this.method !== 'GET' || this.httpVersion !== '1.1') return false;
    return this.rawHeaders.some(
      (name, at) =>
        at % 2 === 0 &&
        name.toLowerCase() === 'upgrade' &&
        /(?:^|[\t ,])websocket(?:$|[\t ,])/i.test(this.rawHeaders[at + 1] as string),
    );
  }
}
