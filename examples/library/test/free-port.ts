import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Ports of which no other worker of the tests takes any, so that two do not find the same one free at the same time. */
const COUNT = 1_500;
const FIRST = 20_000 + COUNT * (Number(process.env['JEST_WORKER_ID'] ?? 0) % 8);

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
  const first = FIRST + randomInt(COUNT - count);
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
