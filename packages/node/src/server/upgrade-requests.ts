import { type IncomingMessage, ServerResponse } from 'node:http';
import type { ListenerCore } from '../listener/listener-core.js';
import { ReceivedRequest } from '../listener/received-request.js';
import { UpgradeExchange } from '../listener/upgrade-exchange.js';
import { RequestHead } from '../request/request-head.js';
import type { UpgradeListener } from './upgrades.js';

/**
 * Creates a listener that passes WebSocket handshakes to the application, as requests.
 *
 * A request with a body is refused with 400, because Node does not separate the body from the bytes of the new
 * protocol.
 */
export function upgradeRequests(core: ListenerCore): UpgradeListener {
  return (incoming: IncomingMessage, _, early) => {
    const { socket } = incoming;
    const head = new RequestHead(incoming.rawHeaders, incoming.url ?? '', true, core.limits);
    if (head.encoded || head.contentLength > 0) {
      core.lingering.refuse(socket, 400);
      return;
    }
    if (early.length > 0) socket.unshift(early);
    const outgoing = new ServerResponse(incoming);
    outgoing.shouldKeepAlive = false;
    outgoing.assignSocket(socket);
    new ReceivedRequest(core, incoming, outgoing).beginWith(head, UpgradeExchange);
  };
}
