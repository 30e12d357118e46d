import { currentContext } from '@mortise/base';
import type { ConnectionEvents, LiveConnection } from './live-connection.js';
import { OrderedTopic, type TopicHistory } from './ordered-topic.js';
import type { PubSubListener, PubSubMessage, PubSubSubscription } from './pubsub.js';
import { ReconnectingConnection } from './reconnecting-connection.js';
import { safeListener } from './safe-listener.js';
import { Turns } from './turns.js';

/** What a bus on a server has to provide. */
export interface LiveServer<Payload> {
  /**
   * Opens a connection that receives messages, and never reconnects by itself.
   *
   * @param signal aborts when the attempt took too long: its socket is no longer needed
   */
  connect(events: ConnectionEvents<Payload>, signal: AbortSignal): PromiseLike<LiveConnection>;

  /** The server's name for a topic. */
  channelOf(topic: string): string | Promise<string>;

  /** Reads a received payload. @returns `null` if the message continues */
  decode(topic: string, payload: Payload): PubSubMessage | null;

  /** What the server has kept of a topic. */
  history(topic: string): TopicHistory;
}

/** How the topics of a bus are served. */
export interface LiveTopicsOptions {
  /**
   * Milliseconds that the server can take to respond. For calls that wait for each other, such as a thousand
   * subscriptions at once, it restarts with each response.
   */
  readonly timeout: number;

  /** Milliseconds between two checks of the connection and of each topic's position. */
  readonly checkInterval: number;

  /**
   * Called with what a listener throws, with a payload that cannot be read, and, once for each loss of the connection,
   * with the reason why it cannot be opened again.
   */
  readonly onError: (error: unknown) => void;
}

interface Entry {
  /** Whether the listener knows that the connection is lost. */
  isDown: boolean;
  readonly topic: OrderedTopic;
  readonly listener: Required<PubSubListener>;
}

interface Channel {
  readonly topic: string;
  /** Whether a connection was asked for it: a new one is, too. */
  isListening: boolean;
  readonly entries: Set<Entry>;
}

/**
 * The subscriptions of a bus on a server, for implementations of the contract: one connection, opened with the first
 * subscription and again whenever it is lost. After that each topic is subscribed to first, then read from its last
 * message; the live messages wait until then.
 */
export class LiveTopics<Payload> {
  readonly #server: LiveServer<Payload>;
  readonly #options: LiveTopicsOptions;
  readonly #channels = new Map<string, Channel>();
  /** Channels that are just being left: client libraries mix up a channel that is left and listened to at once. */
  readonly #leaving = new Map<string, Promise<void>>();
  readonly #connection: ReconnectingConnection<Payload>;
  readonly #reads: Turns;

  constructor(server: LiveServer<Payload>, options: LiveTopicsOptions) {
    this.#server = server;
    this.#options = options;
    this.#reads = new Turns(options.timeout);
    const inContext = currentContext();
    this.#connection = new ReconnectingConnection(
      {
        // Not in the context of the first subscriber, whose request would be kept, and found by "onError".
        connect: (events, signal) => inContext(() => server.connect(events, signal)),
        channels: () =>
          [...this.#channels].flatMap(([name, { isListening }]) => (isListening ? [name] : [])),
        isIdle: () => this.#channels.size === 0,
        message: (channel, payload) => {
          this.#receive(channel, payload);
        },
        state: (state) => {
          this.#changeState(state);
        },
        failed: (error) => {
          options.onError(error);
        },
        check: () => this.#check(),
      },
      options,
    );
  }

  /**
   * Subscribes, with checked arguments. Several subscriptions of a topic are independent.
   *
   * @throws {PubSubError} `PUBSUB_UNAVAILABLE`, as a rejection: there is no subscription then
   */
  async subscribe(
    topic: string,
    given: PubSubListener,
    recent: number,
  ): Promise<PubSubSubscription> {
    const listener = safeListener(given, this.#options.onError);
    const name = await this.#server.channelOf(topic);
    const ordered = new OrderedTopic(this.#historyOf(topic), {
      message: (message) => {
        listener.message(message);
      },
      gap: () => {
        listener.gap(topic);
      },
    });
    const entry: Entry = { topic: ordered, listener, isDown: false };
    const channel = this.#channels.get(name) ?? { topic, isListening: false, entries: new Set() };
    channel.entries.add(entry);
    this.#channels.set(name, channel);
    try {
      await this.#leaving.get(name);
      const connection = await this.#connection.connected();
      channel.isListening = true;
      await this.#connection.listen(connection, name);
      await ordered.begin(recent);
    } catch (error) {
      void this.#remove(name, entry);
      throw error;
    }
    return {
      topic,
      get last() {
        return ordered.last;
      },
      unsubscribe: () => this.#remove(name, entry),
    };
  }

  /** Ends all subscriptions and the connection. */
  close(): Promise<void> {
    for (const { entries } of this.#channels.values())
      for (const { topic } of entries) topic.close();
    this.#channels.clear();
    this.#connection.close();
    return Promise.resolve();
  }

  /** The history of a topic, of which few are read at the same time: a process can subscribe to thousands. */
  #historyOf(topic: string): TopicHistory {
    const history = this.#server.history(topic);
    return {
      after: (id, limit) => this.#reads.run(() => history.after(id, limit)),
      latest: (count) => this.#reads.run(() => history.latest(count)),
    };
  }

  async #remove(name: string, entry: Entry): Promise<void> {
    entry.topic.close();
    const channel = this.#channels.get(name);
    if (channel?.entries.delete(entry) !== true || channel.entries.size > 0) return;
    this.#channels.delete(name);
    // On a lost connection the server has forgotten the topic already.
    const leaving = this.#connection.unlisten(name).catch(() => undefined);
    this.#leaving.set(name, leaving);
    await leaving;
    if (this.#leaving.get(name) === leaving) this.#leaving.delete(name);
  }

  #receive(name: string, payload: Payload): void {
    const channel = this.#channels.get(name);
    if (channel === undefined) return;
    try {
      const message = this.#server.decode(channel.topic, payload);
      if (message === null) return;
      // A listener can change its message: the last one gets the original, when all others have a copy.
      const entries = [...channel.entries];
      const last = entries.pop();
      for (const { topic } of entries) topic.live({ ...message, data: message.data.slice() });
      last?.topic.live(message);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  #changeState(state: 'connected' | 'disconnected'): void {
    for (const { entries } of this.#channels.values()) {
      for (const entry of entries) {
        const isDown = state === 'disconnected';
        if (entry.isDown === isDown) continue;
        entry.isDown = isDown;
        entry.listener.state(state);
        if (!isDown) entry.topic.reconnected();
      }
    }
  }

  /** One topic after the other: a process can have thousands. */
  async #check(): Promise<void> {
    for (const { entries } of [...this.#channels.values()])
      for (const { topic } of entries) await topic.check();
  }
}
