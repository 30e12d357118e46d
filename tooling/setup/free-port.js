/** Finds a port that no server uses. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * @returns {Promise<number>} a port of 127.0.0.1 on which a server can listen now. It is below those that Linux gives to
 *   connections, and to servers that ask for no port (from 32768): nothing takes it before the server listens.
 */
export async function freePort() {
  const server = createServer().listen(randomInt(20_000, 32_768), '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort();
  }
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
