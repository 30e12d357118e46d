import { LazyIncomingMessage } from './lazy-incoming-message.js';

const ASKED: unique symbol = Symbol('asked');

/**
 * A request that asks for another protocol only if that is WebSocket.
 *
 * Where somebody listens for upgrades Node hands over every request that asks for one, also those for
 * `h2c` that clients send with any request and that have to be answered as if they had not
 * (RFC 9110 7.8). It asks the request's `upgrade` about that.
 */
export class UpgradableMessage extends LazyIncomingMessage {
  declare [ASKED]: boolean | null;

  get upgrade(): boolean {
    return this[ASKED] === true && (this.method === 'CONNECT' || this.#wantsWebSocket());
  }

  /** Set by Node: whether the client asks for any protocol, or for a tunnel. */
  set upgrade(asked: boolean | null) {
    this[ASKED] = asked;
  }

  #wantsWebSocket(): boolean {
    // HTTP/1.0 knows no upgrades (RFC 9110 7.8).
    if (this.method !== 'GET' || this.httpVersion !== '1.1') return false;
    return this.rawHeaders.some(
      (name, at) =>
        at % 2 === 0 &&
        name.toLowerCase() === 'upgrade' &&
        /(?:^|[\t ,])websocket(?:$|[\t ,])/i.test(this.rawHeaders[at + 1] as string),
    );
  }
}
