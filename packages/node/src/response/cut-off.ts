import type { ServerResponse } from 'node:http';
import { setImmediate } from '../set-immediate.js';

/** The members of a response that are used here, which HTTP/1.1 and HTTP/2 have in common. */
type Cut = Pick<ServerResponse, 'once' | 'writableLength'> & {
  readonly socket: { destroy(): unknown } | null;
};

/** Turns of the event loop without progress, after which the rest is discarded. */
const TURNS = 2;

/**
 * Destroys the connection of a response that has begun, after what was written so far has been passed to the system: a
 * body can fail in the turn of its first chunk, which is sent together with the head at the end of the turn. Does not
 * wait for a client that reads too slowly. A pipelined response first waits for those before it.
 */
export function cutOff(outgoing: Cut): void {
  const { socket } = outgoing;
  if (socket === null) {
    outgoing.once('socket', () => {
      cutOff(outgoing);
    });
    return;
  }
  let left = Infinity;
  let turns = TURNS;
  const look = (): void => {
    const { writableLength } = outgoing;
    if (writableLength < left) turns = TURNS;
    else turns--;
    left = writableLength;
    if (left === 0 || turns === 0) socket.destroy();
    else setImmediate(look);
  };
  setImmediate(look);
}
