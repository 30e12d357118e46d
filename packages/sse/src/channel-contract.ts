import type { DataEvent, ServerEvent } from './server-event.js';

/** How many events and subscribers a channel keeps. */
export interface ChannelOptions {
  /**
   * Maximum number of events that wait for one subscriber; one more disconnects it, after the comment `too slow`.
   * Default: 100.
   */
  readonly maxWaiting?: number | undefined;

  /**
   * Events with an id that are kept for subscribers that reconnect: fewer than {@link maxWaiting}. Beyond it, the
   * oldest is dropped. Default: 0.
   */
  readonly history?: number | undefined;

  /**
   * Maximum number of subscribers; the stream of any other ends after the comment `too many subscribers`. Default:
   * 10,000.
   */
  readonly maxSubscribers?: number | undefined;

  /**
   * Called when a subscriber is disconnected because it is slow, or refused because there are too many. If it throws or
   * rejects, the failure is written to the console.
   */
  readonly onEvent?: ((event: ChannelEvent) => void) | undefined;
}

/** Which events a subscriber gets. */
export interface SubscribeOptions {
  /**
   * Returns whether the subscriber gets an event that has data. It is called once for each event, in the asynchronous
   * context of `subscribe`; if it throws, or returns anything but `true` or `false`, this subscription ends with the
   * error. Default: every event.
   */
  readonly filter?: ((event: DataEvent) => boolean) | undefined;
}

/**
 * What happened to a subscriber, or to a shared channel's bus: it is unreachable, reachable again, or events can be
 * missing.
 */
export interface ChannelEvent {
  readonly type: 'subscriber-dropped' | 'subscriber-refused' | 'gap' | 'bus-down' | 'bus-up';
  /** The number of remaining subscribers. */
  readonly subscribers: number;
}

/** Sends each event to all subscribers. */
export interface ChannelInterface {
  /** The number of subscribers. */
  readonly subscribers: number;

  /**
   * Sends an event to every subscriber, without waiting: later changes to its data are not sent. Does nothing
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
   * @throws {OptionError} `OPTION_INVALID`
   */
  subscribe(
    lastEventId?: string | null,
    options?: SubscribeOptions,
  ): AsyncIterableIterator<ServerEvent>;

  /** Ends all subscriptions, after the events that wait for them. */
  close(): void;
}
