import { currentContext, ignoreRejection } from '@mortise/base';
import { decision, ensure, optional, options } from '@mortise/base/options';
import type { SubscribeOptions } from './channel-contract.js';
import { type DataEvent, GAP, positionEvent, type ServerEvent } from './server-event.js';

type Result = IteratorResult<ServerEvent, undefined>;

const declared = options<SubscribeOptions>()('subscribe', { filter: optional(decision) });

/** Options in its place would be dropped, and with them the filter. @throws {OptionError} `OPTION_INVALID` */
export function checkLastEventId(id: unknown): void {
  const expected = 'an id or null; options come second: subscribe(null, { filter })';
  ensure(id === null || typeof id === 'string', 'subscribe.lastEventId', id, expected);
}

/** The unread events of one subscriber. */
export class Subscription implements AsyncIterableIterator<ServerEvent> {
  readonly #onEnd: () => void;
  readonly #passes: (event: DataEvent) => boolean;
  /** After so many hidden events the browser gets the position: half of those that are kept, so that its id is kept. */
  readonly #step: number;
  #hidden = 0;
  #waiting: ServerEvent[] = [];
  /** The place of the next one in the list: taking the first of a long list moves all others. */
  #at = 0;
  #isEnded = false;
  #end: Promise<Result> = Promise.resolve({ done: true, value: undefined });
  #reader: ((result: Result | Promise<Result>) => void) | null = null;

  /**
   * @param onEnd called when the iteration ends
   * @param history the number of kept events
   */
  constructor(onEnd: () => void, history: number, given: SubscribeOptions) {
    const { filter } = declared(given);
    this.#onEnd = onEnd;
    this.#step = Math.ceil(history / 2);
    if (filter === undefined) this.#passes = () => true;
    else {
      const inContext = currentContext();
      this.#passes = (event) => inContext(() => filter(event));
    }
  }

  /** @returns `false` if too many events wait: the subscription has ended */
  offer(offered: ServerEvent, maxWaiting: number): boolean {
    const event = this.#shown(offered);
    if (event === null) return true;
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
    for (const replayed of events) {
      const event = this.#shown(replayed);
      if (event !== null) this.#deliver(event);
    }
  }

  /** Ends after the waiting events. @param reason is sent as a comment */
  endWith(reason: string | null): void {
    if (reason !== null) this.#deliver({ comment: reason });
    this.#isEnded = true;
    this.#reader?.(this.#end);
  }

  next(): Promise<Result> {
    const event = this.#waiting[this.#at];
    if (event !== undefined) {
      this.#take();
      return Promise.resolve({ done: false, value: event });
    }
    if (this.#isEnded) return this.#end;
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

  /** @returns the event, the position in its place, or `null` for nothing */
  #shown(event: ServerEvent): ServerEvent | null {
    if (!('data' in event) || event === GAP) return event;
    if (this.#isEnded) return null;
    try {
      if (this.#passes(event)) {
        if (event.id !== undefined) this.#hidden = 0;
        return event;
      }
    } catch (error) {
      this.#fail(error);
      return null;
    }
    if (event.id === undefined || ++this.#hidden !== this.#step) return null;
    this.#hidden = 0;
    return positionEvent(event.id);
  }

  #fail(error: unknown): void {
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what the filter threw
    this.#end = Promise.reject(error);
    ignoreRejection(this.#end);
    this.endWith(null);
    this.#onEnd();
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
