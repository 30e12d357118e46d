import { sessionOf } from '@mortise/session';
import type { RoomsInterface, WebSocketInterface } from '@mortise/ws/node';
import type { ServerRequestInterface } from 'mortise';
import { personOf } from '../people/person.js';

/** The rooms of all sockets of a person, and of those of one session. Read them before the session is destroyed. */
export function ownRooms(request: ServerRequestInterface) {
  const { id } = sessionOf(request);
  return { person: `person ${personOf(request).id}`, session: `session ${String(id)}` };
}

/**
 * Lets a socket end with the log-in: it outlives the request that checks who is signed in.
 *
 * @param longest milliseconds after which it is closed in any case, as its session can have ended: its page opens another
 */
export async function endWithSession(
  rooms: RoomsInterface,
  socket: WebSocketInterface,
  longest: number,
): Promise<void> {
  const { request } = socket;
  const left = (sessionOf(request).endsAt ?? Infinity) - Date.now();
  const close = () => {
    socket.close(1008, 'session over');
  };
  const timer = setTimeout(close, Math.max(1, Math.min(longest, left)));
  request.getLifetime().onEnd(() => {
    clearTimeout(timer);
  });
  const { person, session } = ownRooms(request);
  await Promise.all([rooms.join(socket, person), rooms.join(socket, session)]);
}

/** Closes the sockets of a person, or of one session, in all processes. Never rejects. */
export async function endSockets(rooms: RoomsInterface, own: string): Promise<void> {
  await rooms.disconnect(own, 1008, 'signed out').catch((error: unknown) => {
    console.error(`The sockets of other processes could not be closed: ${String(error)}`);
  });
}
