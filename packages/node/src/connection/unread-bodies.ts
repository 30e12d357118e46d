import type { IncomingMessage } from 'node:http';
import { Deadlines } from '../deadlines.js';
import { connectionOf } from './connection.js';
import { UNREAD } from './lingering-close.js';

/** Discards the rest of bodies that no handler reads, so that clients can read the response: within limits. */
export class UnreadBodies {
  readonly #waits: Deadlines<IncomingMessage>;

  /** @param checkInterval milliseconds between two checks of the time limit */
  constructor(checkInterval: number) {
    this.#waits = new Deadlines<IncomingMessage>(
      UNREAD.milliseconds,
      checkInterval,
      ({ socket }) => {
        socket.destroy();
      },
    );
  }

  discard(incoming: IncomingMessage): void {
    if (incoming.complete || incoming.destroyed) return;
    connectionOf(incoming.socket).unread = incoming;
    const wait = this.#waits.add(incoming);
    incoming.once('close', () => {
      this.#waits.delete(wait);
    });
    let left = UNREAD.bytes;
    incoming.on('data', (chunk: Uint8Array) => {
      if ((left -= chunk.length) < 0) incoming.socket.destroy();
    });
    incoming.resume();
  }
}
