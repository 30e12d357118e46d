import { reasonPhrase } from '@mortise/http-syntax';
import type { Socket } from 'node:net';
import type { LingeringClose } from './lingering-close.js';

/** Responds with a status alone on a connection that no parser reads anymore, and closes it. */
export function refuse(socket: Socket, status: number, lingering: LingeringClose): void {
  const line = `HTTP/1.1 ${status} ${reasonPhrase(status)}`;
  socket.write(`${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  lingering.close(socket);
}
