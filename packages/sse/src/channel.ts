import { callable, ensure, integer, optional, options, or } from '@mortise/base/options';
import { formattedOnce, type ServerEvent } from './server-event.js';

/** How many events and subscribers a channel keeps. */
export interface ChannelOptions {
  /** Maximum number of events that wait for one subscriber; one more disconnects it. Default: 100. */
  readonly maxWaiting?: number;

  /** Events with an id that are kept for subscribers that reconnect: fewer than {@link maxWaiting}. Default: 0. */
  readonly history?: number;

  /** Maximum number of subscribers; one more is refused. Default: 10,000. */
  readonly maxSubscribers?: number;

  /** Called when a subscriber is disconnected because it is slow, or refused because there are too many. */
  readonly onEvent?: (event: ChannelEvent) => void;
}

/** What happened to a subscriber. */
export interface ChannelEvent {
  readonly type: 'subscriber-dropped' | 'subscriber-refused';
  /** The number of remaining subscribers. */
  readonly subscribers: number;
}

/** Sends each event to all subscribers. */
export interface ChannelInterface {
  readonly subscribers: number;

  /**
   * Sends an event to every subscriber, without waiting, as it is now: later changes of its data are not sent. Does nothing
   * after {@link close}.
   *
   * @throws {EventError} `EVENT_INVALID` for an event that cannot be sent; no subscriber is affected
   */
  publish(event: ServerEvent): void;

  /**
   * Returns the events from now on: the source of `eventStream`. The subscription begins with this call and ends with the
   * iteration.
   *
   * @param lastEventId the kept events after this one come first; if it is unknown, all kept events do
   */
  subscribe(lastEventId?: string | null): AsyncIterableIterator<ServerEvent>;

  /** Ends all subscriptions, after the events that wait for them. */
  close(): void;
}

const declared = options<ChannelOptions>()('channel', {
  maxWaiting: or(integer(1), 100),
  history: or(integer(0), 0),
  maxSubscribers: or(integer(1), 10_000),
  onEvent: optional(callable),
});

/**
 * Creates a channel in this process. A subscriber that is slower than the events is disconnected after `maxWaiting`: it
 * gets a comment that says so, its stream ends, and its browser reconnects.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function channel(given: ChannelOptions = {}): ChannelInterface {
  const { maxWaiting, history, maxSubscribers, onEvent } = declared(given);
  const expected = `fewer events than maxWaiting (${maxWaiting})`;
  ensure(history < maxWaiting, 'channel.history', history, expected);
  const subscriptions = new Set<Subscription>();
  const kept: DataEvent[] = [];
  let isClosed = false;
  const report = (type: ChannelEvent['type']): void => {
    onEvent?.({ type, subscribers: subscriptions.size });
  };
  const end = (subscription: Subscription): void => {
    subscriptions.delete(subscription);
  };

  return {
    get subscribers() {
      return subscriptions.size;
    },
    publish(published) {
      // Throws to the publisher: if it was kept, an invalid event would abort the stream of every client that reconnects.
      const event = formattedOnce(published);
      if ('data' in event && event.id !== undefined) {
        kept.push(event);
        if (kept.length > history) kept.shift();
      }
      for (const subscription of subscriptions) {
        if (subscription.offer(event, maxWaiting)) continue;
        subscriptions.delete(subscription);
        report('subscriber-dropped');
      }
    },
    subscribe(lastEventId = null) {
      const subscription = new Subscription(end);
      if (isClosed || subscriptions.size >= maxSubscribers) {
        subscription.endWith(isClosed ? null : 'too many subscribers');
        if (!isClosed) report('subscriber-refused');
        return subscription;
      }
      if (lastEventId !== null) subscription.replay(eventsAfter(kept, lastEventId));
      subscriptions.add(subscription);
      return subscription;
    },
    close() {
      isClosed = true;
      for (const subscription of subscriptions) subscription.endWith(null);
      subscriptions.clear();
    },
  };
}

type DataEvent = Extract<ServerEvent, { readonly data: unknown }>;

/** The unread events of one subscriber. */
class Subscription implements AsyncIterableIterator<ServerEvent> {
  readonly #onEnd: (subscription: Subscription) => void;
  #waiting: ServerEvent[] = [];
  #isEnded = false;
  #reader: ((result: IteratorResult<ServerEvent, undefined>) => void) | null = null;

  constructor(onEnd: (subscription: Subscription) => void) {
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
    this.#onEnd(this);
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

function eventsAfter(kept: readonly DataEvent[], id: string): readonly DataEvent[] {
  return kept.slice(kept.findLastIndex((event) => event.id === id) + 1);
}
