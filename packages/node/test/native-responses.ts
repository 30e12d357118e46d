import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitFor } from './wait-for.js';
import { get, Wire } from './wire.js';

const wires: Wire[] = [];
const servers: Server[] = [];

/** Responses of Node's own server to requests of one connection. */
export interface NativeResponses {
  readonly wire: Wire;
  /** The first one. */
  readonly outgoing: ServerResponse;
  readonly responses: readonly ServerResponse[];
}

/**
 * Responses that a test writes, without any of this package's servers. {@link closeNative} closes them.
 *
 * @param text the requests, sent at once
 */
export async function nativeResponses(text = get(), count = 1): Promise<NativeResponses> {
  const responses: ServerResponse[] = [];
  const server = createServer((_, outgoing) => void responses.push(outgoing));
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const wire = new Wire((server.address() as AddressInfo).port).send(text);
  wires.push(wire);
  await waitFor(() => responses.length === count);
  const [outgoing] = responses as [ServerResponse];
  return { wire, outgoing, responses };
}

/** For `afterEach`. */
export function closeNative(): void {
  for (const wire of wires.splice(0)) wire.destroy();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
}
