import type { ServerEvent } from './server-event.js';

/** The unread events of one subscriber. */
export class Subscription implements AsyncIterableIterator<ServerEvent> {
  readonly #onEnd: () => void;
  #waiting: ServerEvent[] = [];
  /** The place of the next one in the list: taking the first of a long list moves all others. */
  #at = 0;
  #isEnded = false;
  #reader: ((result: IteratorResult<ServerEvent, undefined>) => void) | null = null;

  /** @param onEnd called when the iteration ends */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  /** @returns `false` if too many events wait: the subscription has ended */
  offer(event: ServerEvent, maxWaiting: number): boolean {
    if (this.#waiting.length - this.#at >= maxWaiting) {
      this.#clear();
      this.endWith('too slow');
      return false;
    }
    this.#deliver(event);
    return true;
  }

  /** Adds events without any limit. */
  replay(events: readonly ServerEvent[]): void {
    for (const event of events) this.#deliver(event);
  }

  /** Ends after the waiting events. @param reason is sent as a comment */
  endWith(reason: string | null): void {
    if (reason !== null) this.#deliver({ comment: reason });
    this.#isEnded = true;
    this.#reader?.({ done: true, value: undefined });
  }

  next(): Promise<IteratorResult<ServerEvent, undefined>> {
    const event = this.#waiting[this.#at];
    if (event !== undefined) {
      this.#take();
      return Promise.resolve({ done: false, value: event });
    }
    if (this.#isEnded) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => {
      this.#reader = resolve;
    });
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    this.#clear();
    this.endWith(null);
    this.#onEnd();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #take(): void {
    this.#at += 1;
    if (2 * this.#at < this.#waiting.length) return;
    this.#waiting = this.#waiting.slice(this.#at);
    this.#at = 0;
  }

  #clear(): void {
    this.#waiting = [];
    this.#at = 0;
  }

  #deliver(event: ServerEvent): void {
    const reader = this.#reader;
    this.#reader = null;
    if (reader === null) this.#waiting.push(event);
    else reader({ done: false, value: event });
  }
}
