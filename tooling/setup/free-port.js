/** Finds a port that no server uses. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports of which no other worker of the tests takes any, so that two do not find the same one free at the same time. */
const COUNT = 1_500;
const FIRST = 20_000 + COUNT * (Number(process.env.JEST_WORKER_ID ?? 0) % 8);

/**
 * @returns {Promise<number>} a port of 127.0.0.1 on which a server can listen now. It is below those that Linux gives to
 *   connections, and to servers that ask for no port (from 32768): nothing takes it before the server listens.
 */
export async function freePort() {
  const server = createServer().listen(FIRST + randomInt(COUNT), '127.0.0.1');
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
