/** A message of a topic. */
export interface PubSubMessage {
  /** The topic to which it was published. */
  readonly topic: string;

  /**
   * Assigned by the server: at most 40 characters of `[0-9a-z-]`; all ids of a topic have the same length. They sort as
   * text in the order of publication. `''` for a message that was published without `keep`.
   */
  readonly id: string;

  /** The id of the topic's previous message; `''` for the first, and for a message without an id. */
  readonly previous: string;

  /** A copy for this listener, which may change it. `length` 0 for an empty message. */
  readonly data: Uint8Array;
}

/**
 * Receives a topic's messages. Its methods are called one after the other, in the asynchronous context of the
 * `subscribe` call. Errors they throw go to the bus's `onError` and do not affect other listeners.
 */
export interface PubSubListener {
  /** Called for each message, in order. */
  message(message: PubSubMessage): void;

  /**
   * Called once if messages can be missing between those before this call and those after it: the history does not
   * reach back to the last one, or the server has lost data. Reload the state that the messages describe.
   */
  gap?(topic: string): void;

  /** Called when the connection to the server is lost, and when it is restored: once for each change. */
  state?(state: 'connected' | 'disconnected'): void;
}

/** How a message is published. */
export interface PublishOptions {
  /**
   * The minimum number of messages that stay readable, for subscribers that reconnect: 0 to 100,000. Default: 0,
   * none. Use the same number for all messages of a topic.
   */
  readonly keep?: number | undefined;

  /**
   * 1 to 200 characters that identify the message in its topic: within 60 seconds it is published once, however often
   * the call is repeated. Set it to retry a failed call. Default: none.
   */
  readonly messageId?: string | undefined;
}

/** What a subscription begins with. */
export interface SubscribeOptions {
  /** How many messages from the history to send first, 0 to 100,000; fewer if the history is shorter. Default: 0, none. */
  readonly recent?: number | undefined;
}

/** A listener of a topic. */
export interface PubSubSubscription {
  /** The topic that was subscribed to. */
  readonly topic: string;

  /**
   * The id of the last received message; before the first, the position at which the subscription began; `''` if the
   * topic had none.
   */
  readonly last: string;

  /** Ends the subscription: no further call to the listener begins. */
  unsubscribe(): Promise<void>;
}

/**
 * Sends messages to all subscribers of a topic, in every process.
 *
 * Topics are 1 to 200 bytes of UTF-8 without NUL, and no such topic is special. A message with `keep` reaches each
 * subscriber once and in order, as long as the history reaches back; otherwise the subscriber's `gap` is called. A
 * message without `keep` reaches it at most once, and `gap` is called after each loss of the connection, once the
 * subscriber has received such a message, or while the topic has no kept one. A subscriber receives the messages of one
 * publisher, of both kinds, in the order of publication, except around a `gap`.
 *
 * Every method rejects, and never throws:
 *
 * - `PUBSUB_UNAVAILABLE` (`status` 503) if the server does not respond within the bus's timeout (1,000 ms by
 *   default), fails, or the bus is closed. The message can have been published. Nothing is queued.
 * - `PUBSUB_TOPIC_INVALID`, `PUBSUB_MESSAGE_INVALID`, `PUBSUB_MESSAGE_TOO_LARGE` (`status` 500) and `OPTION_INVALID`
 *   for arguments outside the limits; nothing is sent to the server then.
 */
export interface PubSubInterface {
  /**
   * Publishes a message. Settles when the server has it.
   *
   * @param data copied; text is sent as UTF-8. At most 1 MiB.
   * @returns the id; `''` without `keep`. For an already published `messageId`, that message's id.
   */
  publish(topic: string, data: Uint8Array | string, options?: PublishOptions): Promise<string>;

  /**
   * Subscribes to a topic. Settles when the server has confirmed it: every message that is published afterwards is
   * received. The first messages can be received before it settles.
   */
  subscribe(
    topic: string,
    listener: PubSubListener,
    options?: SubscribeOptions,
  ): Promise<PubSubSubscription>;

  /**
   * Ends all subscriptions, and the bus's receiving connection; later calls reject. A client that was
   * passed in is not closed: its owner must close it.
   */
  close(): Promise<void>;
}
