import type { IncomingMessage } from 'node:http';
import { setImmediate } from '../set-immediate.js';

/**
 * Takes a body that has fully arrived, in one call. Without this optimization: `null`, and its chunks are received.
 *
 * @param most maximum number of bytes
 * @returns `null` if it has not fully arrived, or is larger
 */
export function takeArrived(message: IncomingMessage, most = Infinity): Uint8Array | null {
  if (!message.complete || message.destroyed || message.readableLength > most) return null;
  return (message.read() as Uint8Array | null) ?? new Uint8Array(0);
}

/**
 * Waits for a body that probably arrives in the same turn as its headers. That is after the handler's microtasks, so a
 * promise would be too early. Without this optimization: `read` is called immediately.
 */
export class Arrival {
  readonly #immediate: NodeJS.Immediate;
  #read: (() => void) | null;

  /** @param read called once: after the turn, or before the rest of the body is discarded */
  constructor(read: () => void) {
    this.#read = read;
    this.#immediate = setImmediate(() => {
      this.expectNoMore();
    });
  }

  /** Calls `read` now, unless it has been called. */
  expectNoMore(): void {
    const read = this.#read;
    if (read === null) return;
    this.#read = null;
    clearImmediate(this.#immediate);
    read();
  }
}
