const CLOSE = 8;

/** Finds where WebSocket frames end in a stream of bytes: a frame can be inserted only there. @see RFC 6455 5.2 */
export class FrameEnds {
  #header: number[] = [];
  /** Bytes of the payload that follow. */
  #rest = 0;
  #isClosed = false;

  /** Whether all frames so far are complete. */
  get isBetween(): boolean {
    return this.#rest === 0 && this.#header.length === 0;
  }

  /** Whether there was a close frame, after which no other may follow. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Takes the next bytes, all of them or those until a frame ends.
   *
   * @returns how many were taken
   */
  take(bytes: Uint8Array, { untilEnd }: { readonly untilEnd: boolean }): number {
    let at = 0;
    while (at < bytes.length) {
      if (this.#rest > 0) {
        const taken = Math.min(this.#rest, bytes.length - at);
        this.#rest -= taken;
        at += taken;
      } else this.#takeHeader(bytes[at++] as number);
      if (untilEnd && this.isBetween) break;
    }
    return at;
  }

  #takeHeader(byte: number): void {
    const header = this.#header;
    header.push(byte);
    const [begin = 0, short = 0] = header;
    const extended = (short & 127) < 126 ? 0 : (short & 127) === 126 ? 2 : 8;
    if (header.length < 2 + extended) return;
    const length = header.slice(2).reduce((sum, next) => sum * 256 + next, 0);
    this.#rest = (extended === 0 ? short & 127 : length) + (short > 127 ? 4 : 0);
    this.#isClosed ||= (begin & 15) === CLOSE;
    this.#header = [];
  }
}
