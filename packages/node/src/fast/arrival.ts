import type { IncomingMessage } from 'node:http';

/**
 * Takes a body that has arrived with one call. Without it: `null`, and its chunks are received.
 *
 * @param most maximum number of bytes
 * @returns `null` if it has not arrived as a whole, or is larger
 */
export function takeArrived(message: IncomingMessage, most = Infinity): Uint8Array | null {
  if (!message.complete || message.destroyed || message.readableLength > most) return null;
  return (message.read() as Uint8Array | null) ?? new Uint8Array(0);
}

/**
 * Waits for a body that probably arrives in the same turn as its headers: after the microtasks of its handler, so a promise
 * would be too early. Without it: `read` is called at once.
 */
export class Arrival {
  readonly #immediate: NodeJS.Immediate;
  #read: (() => void) | null;

  /** @param read called once: after the turn, or before what is left is discarded */
  constructor(read: () => void) {
    this.#read = read;
    this.#immediate = setImmediate(() => {
      this.expectNoMore();
    });
  }

  /** Does not wait for the end of the turn. */
  expectNoMore(): void {
    const read = this.#read;
    if (read === null) return;
    this.#read = null;
    clearImmediate(this.#immediate);
    read();
  }
}
