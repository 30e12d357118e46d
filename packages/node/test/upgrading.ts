import { upgradeTo } from '@mortise/base/upgrade';
import type {
  RequestEnd,
  ResponseInterface,
  ServerRequestInterface,
  TakeConnection,
} from '@mortise/http-message';
import { factories } from '@mortise/message';
import type { Duplex } from 'node:stream';
import type { ServeOptions } from '../src/index.js';
import { type Handle, serving } from './serving.js';
import { get } from './wire.js';

/** A WebSocket handshake, without the headers that only WebSocket needs. */
export const handshake = (path = '/') => get(path, 'Connection: Upgrade', 'Upgrade: websocket');

/** Sends the response, then everything that it receives. */
export const echo: TakeConnection = ({ socket, rawHeaders }) => {
  const duplex = socket as Duplex;
  const lines = rawHeaders.map((part, at) => part + (at % 2 === 0 ? ': ' : '\r\n')).join('');
  duplex.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n${lines}\r\n`);
  duplex.on('data', (chunk) => duplex.write(chunk)).on('end', () => duplex.end());
};
export const upgraded = (take = echo): ResponseInterface =>
  upgradeTo(factories.createResponse(), 'websocket', take);

/** A server with `upgrades: true` that collects how requests end. */
export async function upgrading(handle: Handle, options: Partial<ServeOptions> = {}) {
  const ends: Omit<RequestEnd, 'time'>[] = [];
  const requests: ServerRequestInterface[] = [];
  const watched: Handle = (request) => {
    requests.push(request);
    request.getLifetime().onEnd((end) => {
      const { status, bytes: sent, error } = end;
      ends.push({ status, bytes: sent, error });
    });
    return handle(request);
  };
  const server = await serving(watched, { upgrades: true, ...options });
  return Object.assign(server, { ends, requests });
}
