import { reasonPhrase } from '@mortise/http-syntax';
import type { Socket } from 'node:net';

/** Answers with a status alone on a connection that no parser reads any more, and closes it. */
export function refuse(socket: Socket, status: number): void {
  const line = `HTTP/1.1 ${status} ${reasonPhrase(status)}`;
  socket.write(`${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  socket.destroySoon();
}
