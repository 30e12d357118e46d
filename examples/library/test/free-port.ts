import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** A port of this machine on which nothing listens. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/**
 * Ports in a row on which nothing listens. They are below those that Linux gives to connections, and to servers that ask
 * for no port (from 32768): nothing takes one before a program listens there.
 */
export async function freePorts(count: number): Promise<number[]> {
  const first = randomInt(20_000, 32_768 - count);
  const ports = Array.from({ length: count }, (_, index) => first + index);
  const free = await Promise.all(ports.map(isFree));
  return free.every(Boolean) ? ports : freePorts(count);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
