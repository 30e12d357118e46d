import { reportUnawaited } from '@mortise/base';
import {
  boolean,
  ensure,
  integer,
  merged,
  methods,
  observer,
  optional,
  options,
  or,
  text,
  type Complete,
} from '@mortise/base/options';
import type { PubSubInterface, PubSubMessage, PubSubSubscription } from '@mortise/pubsub';
import type { ChannelEvent, ChannelOptions, SubscribeOptions } from './channel-contract.js';
import { EventRing } from './event-ring.js';
import { GAP, type ServerEvent } from './server-event.js';
import { eventOf, messageOf } from './shared-event.js';
import { SharedSubscription } from './shared-subscription.js';
import { checkLastEventId } from './subscription.js';

/** Which channel is shared, and how many events and subscribers it keeps. */
export interface SharedChannelOptions extends Omit<ChannelOptions, 'history'> {
  /** Carries the events between processes; it is not closed with the channel. */
  readonly bus: Pick<PubSubInterface, 'publish' | 'subscribe'>;

  /** The topic of the bus: 1 to 200 bytes of UTF-8. */
  readonly topic: string;

  /**
   * Events that are kept for subscribers that reconnect, on the bus and in each process: from 1 to 100,000, and at
   * least 3 less than `maxWaiting`. Default: 100.
   */
  readonly history?: number | undefined;

  /**
   * Maximum number of events that wait for one subscriber; one more disconnects it, after the comment `too slow`.
   * Default: {@link history} + 100.
   */
  readonly maxWaiting?: number | undefined;

  /**
   * Whether a subscriber that may have missed events is sent an event with the name `gap`, before the others; `false`
   * sends none. Default: `true`.
   */
  readonly gap?: boolean | undefined;

  /** Called with the error of a `publish` that no code awaits. Default: writes it to the console. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Sends each event to all subscribers, in every process. */
export interface SharedChannelInterface {
  /** The number of subscribers in this process. */
  readonly subscribers: number;

  /**
   * The position after the last event that this process has received: never empty. A page that reads it before its data,
   * and passes it to {@link subscribe} later, misses nothing that happens in between.
   */
  readonly lastEventId: string;

  /**
   * Sends an event to every subscriber. Settles when the bus has it. If no code awaits it, errors go to `onError`.
   *
   * @param options `messageId`: within 60 seconds the event is published once, however often the call is repeated
   * @returns the id of the event
   * @throws {EventError} `EVENT_INVALID`, as a rejection, for an event that cannot be sent, that has an id, or is a comment
   * @throws {PubSubError} as a rejection; with `PUBSUB_UNAVAILABLE` the event can have been sent
   */
  publish(event: ServerEvent, options?: { readonly messageId?: string }): Promise<string>;

  /**
   * Returns the events from now on: the source of `eventStream`. The subscription begins with this call and ends with the
   * iteration.
   *
   * @param lastEventId an id from any process: later events come first. If they are not kept, or the id is unknown, a
   *   `gap` event comes first, then all kept events. An id that this process has not received is awaited for 2
   *   seconds; then `gap` and all kept events are sent
   * @throws {OptionError} `OPTION_INVALID`
   */
  subscribe(
    lastEventId?: string | null,
    options?: SubscribeOptions,
  ): AsyncIterableIterator<ServerEvent>;

  /** Ends all subscriptions of this process, after their waiting events, and the bus's. */
  close(): Promise<void>;
}

const declared = options<SharedChannelOptions>()('channel', {
  bus: methods('a bus, such as memoryPubSub()', 'publish', 'subscribe'),
  topic: text(),
  history: or(integer(1, 100_000), 100),
  maxWaiting: optional(integer(1)),
  maxSubscribers: or(integer(1), 10_000),
  gap: or(boolean, true),
  onEvent: observer,
  onError: or(observer, console.error),
});
/** A subscriber that reconnects can get a gap and a position with the kept events. */
const EXTRA = 2;

/** Creates the channel: see `channel`. */
export function sharedChannel(given: SharedChannelOptions): Promise<SharedChannelInterface> {
  const checked = declared(given);
  const { history, maxWaiting = history + 100 } = checked;
  const expected = `at least 3 fewer events than maxWaiting (${maxWaiting})`;
  ensure(history + EXTRA < maxWaiting, 'channel.history', history, expected);
  return SharedChannel.open({ ...checked, maxWaiting });
}

class SharedChannel implements SharedChannelInterface {
  readonly #options: Complete<SharedChannelOptions>;
  readonly #ring: EventRing;
  readonly #members = new Set<SharedSubscription>();
  /** `null` until the bus has confirmed it: it can already send messages and gaps. */
  #subscription: PubSubSubscription | null = null;
  #isClosed = false;

  private constructor(options: Complete<SharedChannelOptions>) {
    this.#options = options;
    this.#ring = new EventRing(options.history);
  }

  static async open(options: Complete<SharedChannelOptions>): Promise<SharedChannel> {
    const channel = new SharedChannel(options);
    const listener = {
      message: (message: PubSubMessage) => {
        channel.#receive(message);
      },
      gap: () => {
        channel.#gap();
      },
      state: (state: 'connected' | 'disconnected') => {
        channel.#report(state === 'connected' ? 'bus-up' : 'bus-down');
      },
    };
    const { bus, topic, history } = options;
    const subscription = await bus.subscribe(topic, listener, { recent: history });
    channel.#subscription = subscription;
    if (channel.#ring.place !== subscription.last) channel.#ring.reset(subscription.last);
    return channel;
  }

  get subscribers(): number {
    return this.#members.size;
  }

  get lastEventId(): string {
    return this.#ring.lastEventId;
  }

  publish(event: ServerEvent, options: { readonly messageId?: string } = {}): Promise<string> {
    return reportUnawaited(this.#publish(event, options), this.#options.onError);
  }

  async #publish(event: ServerEvent, options: { readonly messageId?: string }): Promise<string> {
    const { bus, topic, history } = this.#options;
    return bus.publish(topic, messageOf(event), merged(options, { keep: history }));
  }

  subscribe(lastEventId: string | null = null, options: SubscribeOptions = {}): SharedSubscription {
    checkLastEventId(lastEventId);
    const { maxSubscribers, gap, history } = this.#options;
    const member: SharedSubscription = new SharedSubscription(
      () => void this.#members.delete(member),
      history,
      options,
    );
    if (this.#isClosed || this.#members.size >= maxSubscribers) {
      member.endWith(this.#isClosed ? null : 'too many subscribers');
      if (!this.#isClosed) this.#report('subscriber-refused');
      return member;
    }
    this.#members.add(member);
    member.begin(this.#ring, lastEventId, gap ? GAP : null);
    return member;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const member of this.#members) member.endWith(null);
    this.#members.clear();
    await this.#subscription?.unsubscribe();
  }

  #receive({ id, previous, data }: PubSubMessage): void {
    const event = eventOf(data, id);
    if (id !== '') this.#ring.add({ id, previous, event });
    let dropped = 0;
    for (const member of this.#members) {
      if (!member.skips(id) && !this.#offer(member, [event])) dropped += 1;
    }
    this.#reportDropped(dropped);
  }

  #gap(): void {
    this.#ring.reset(this.#subscription?.last ?? this.#ring.place);
    const events = this.#options.gap ? [GAP, this.#ring.position] : [this.#ring.position];
    let dropped = 0;
    for (const member of this.#members) {
      member.endWait();
      if (!this.#offer(member, events)) dropped += 1;
    }
    this.#report('gap');
    this.#reportDropped(dropped);
  }

  /** @returns whether it still is a member */
  #offer(member: SharedSubscription, events: readonly ServerEvent[]): boolean {
    const { maxWaiting } = this.#options;
    if (events.every((event) => member.offer(event, maxWaiting))) return true;
    this.#members.delete(member);
    return false;
  }

  #reportDropped(count: number): void {
    for (let at = 0; at < count; at++) this.#report('subscriber-dropped');
  }

  #report(type: ChannelEvent['type']): void {
    this.#options.onEvent({ type, subscribers: this.#members.size });
  }
}
