/** Finds a port that no server uses. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** @returns {Promise<number>} a port of 127.0.0.1 on which a server can listen now */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
