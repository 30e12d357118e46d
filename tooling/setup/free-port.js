/** Finds a port that no server uses. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * @param {number} [wanted] 0: any
 * @returns {Promise<number>} a port of 127.0.0.1 on which a server can listen now
 * @throws {Error} with the code of the system if the wanted port is in use
 */
export async function freePort(wanted = 0) {
  const server = createServer().listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
