import type { ServerEvent } from './server-event.js';

/** The unread events of one subscriber. */
export class Subscription implements AsyncIterableIterator<ServerEvent> {
  readonly #onEnd: () => void;
  #waiting: ServerEvent[] = [];
  #isEnded = false;
  #reader: ((result: IteratorResult<ServerEvent, undefined>) => void) | null = null;

  /** @param onEnd called when the iteration ends */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  /** @returns `false` if too many events wait: the subscription has ended */
  offer(event: ServerEvent, maxWaiting: number): boolean {
    if (this.#waiting.length >= maxWaiting) {
      this.#waiting = [];
      this.endWith('too slow');
      return false;
    }
    this.#deliver(event);
    return true;
  }

  replay(events: readonly ServerEvent[]): void {
    this.#waiting.push(...events);
  }

  /** Ends after the waiting events. @param reason is sent as a comment */
  endWith(reason: string | null): void {
    if (reason !== null) this.#deliver({ comment: reason });
    this.#isEnded = true;
    this.#reader?.({ done: true, value: undefined });
  }

  next(): Promise<IteratorResult<ServerEvent, undefined>> {
    const event = this.#waiting.shift();
    if (event !== undefined) return Promise.resolve({ done: false, value: event });
    if (this.#isEnded) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => {
      this.#reader = resolve;
    });
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    this.#waiting = [];
    this.endWith(null);
    this.#onEnd();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #deliver(event: ServerEvent): void {
    const reader = this.#reader;
    this.#reader = null;
    if (reader === null) this.#waiting.push(event);
    else reader({ done: false, value: event });
  }
}
