/** Servers of real sockets and clients, which are closed after each test. */
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach } from '@jest/globals';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { type ClientOptions, HttpClient } from '../src/index.js';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** @returns the URL of the server */
export async function listening(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  open.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
/** A server of HTTP. @returns its URL */
export const http = (listener: RequestListener) => listening(createHttpServer(listener));
/** A server of anything. @param converse called for each head that is received */
export const raw = (converse: (socket: Socket) => void) =>
  listening(
    createServer((socket) =>
      socket.on('data', () => {
        converse(socket);
      }),
    ),
  );

/** Returns a function that creates clients which wait for nothing between attempts. */
export function clientsOf(factories: HttpFactoriesInterface) {
  return (options: Partial<ClientOptions> = {}): HttpClient => {
    const made = new HttpClient({ factories, retry: { base: 0 }, ...options });
    open.push(() => made.close());
    return made;
  };
}
