import { WebSocket } from 'ws';
import type { Visitor } from './visitor.js';

/** What the room sends, as far as tests tell messages apart. */
interface RoomMessage {
  readonly joined?: boolean;
  readonly present?: number;
}

/** @param url of the library */
export function roomUrl(url: string): string {
  return `${url.replace('http', 'ws')}/reading-room/socket`;
}

/** Enters the reading room, and waits until what others say arrives. */
export async function enterRoom(url: string, visitor: Visitor): Promise<WebSocket> {
  const socket = new WebSocket(roomUrl(url), { headers: { Cookie: visitor.cookie } });
  await nextOf(socket, (message) => message.joined === true);
  return socket;
}

/** The next message that is not the number of those present. */
export function said(socket: WebSocket): Promise<unknown> {
  return nextOf(socket, (message) => message.present === undefined);
}

/** Several messages can arrive at once: between two calls of `once`, one would be lost. */
export function nextOf(
  socket: WebSocket,
  isWanted: (message: RoomMessage) => boolean,
): Promise<unknown> {
  return new Promise((resolve) => {
    const hear = (data: Buffer) => {
      const message = JSON.parse(String(data)) as RoomMessage;
      if (!isWanted(message)) return;
      socket.off('message', hear);
      resolve(message);
    };
    socket.on('message', hear);
  });
}
