import { ensure, ensureNone, integer, observer, options, or } from '@mortise/base/options';
import type { ChannelEvent, ChannelInterface, ChannelOptions } from './channel-contract.js';
import { type DataEvent, formattedOnce } from './server-event.js';
import {
  type SharedChannelInterface,
  type SharedChannelOptions,
  sharedChannel,
} from './shared-channel.js';
import { checkLastEventId, Subscription } from './subscription.js';

const declared = options<ChannelOptions>()('channel', {
  maxWaiting: or(integer(1), 100),
  history: or(integer(0), 0),
  maxSubscribers: or(integer(1), 10_000),
  onEvent: observer,
});

/**
 * Creates a channel for all processes with the same bus and topic. Settles when it has received the kept events.
 *
 * @throws {OptionError} `OPTION_INVALID`, immediately
 * @throws {PubSubError} `PUBSUB_UNAVAILABLE`, as a rejection, if the bus cannot be reached
 */
export function channel(options: SharedChannelOptions): Promise<SharedChannelInterface>;

/**
 * Creates a channel in this process. A subscriber that is slower than the events is disconnected after `maxWaiting`: it
 * gets a comment that says so, its stream ends, and its browser reconnects.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function channel(options?: ChannelOptions): ChannelInterface;

export function channel(
  options: ChannelOptions | SharedChannelOptions = {},
): ChannelInterface | Promise<SharedChannelInterface> {
  return 'bus' in Object(options)
    ? sharedChannel(options as SharedChannelOptions)
    : localChannel(options);
}

function localChannel(given: ChannelOptions): ChannelInterface {
  const { maxWaiting, history, maxSubscribers, onEvent } = declared(given);
  const expected = `fewer events than maxWaiting (${maxWaiting})`;
  ensure(history < maxWaiting, 'channel.history', history, expected);
  const subscriptions = new Set<Subscription>();
  const kept: DataEvent[] = [];
  let isClosed = false;
  const report = (type: ChannelEvent['type']): void => {
    onEvent({ type, subscribers: subscriptions.size });
  };

  return {
    get subscribers() {
      return subscriptions.size;
    },
    publish(published, ...none: unknown[]) {
      ensureNone(none, 'publish', 'messageId needs a channel with a bus');
      if (isClosed) return;
      // Throws to the publisher: if it was kept, an invalid event would abort the stream of every client that reconnects.
      const event = formattedOnce(published);
      if ('data' in event && event.id !== undefined) {
        kept.push(event);
        if (kept.length > history) kept.shift();
      }
      let dropped = 0;
      for (const subscription of subscriptions) {
        if (subscription.offer(event, maxWaiting)) continue;
        subscriptions.delete(subscription);
        dropped += 1;
      }
      while (dropped-- > 0) report('subscriber-dropped');
    },
    subscribe(lastEventId = null, options = {}) {
      checkLastEventId(lastEventId);
      const subscription: Subscription = new Subscription(
        () => void subscriptions.delete(subscription),
        history,
        options,
      );
      if (isClosed || subscriptions.size >= maxSubscribers) {
        subscription.endWith(isClosed ? null : 'too many subscribers');
        if (!isClosed) report('subscriber-refused');
        return subscription;
      }
      subscriptions.add(subscription);
      if (lastEventId !== null) subscription.replay(eventsAfter(kept, lastEventId));
      return subscription;
    },
    close() {
      isClosed = true;
      for (const subscription of subscriptions) subscription.endWith(null);
      subscriptions.clear();
    },
  };
}

function eventsAfter(kept: readonly DataEvent[], id: string): readonly DataEvent[] {
  return kept.slice(kept.findLastIndex((event) => event.id === id) + 1);
}
