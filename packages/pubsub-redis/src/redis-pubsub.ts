import { kindOf, quote } from '@mortise/base';
import {
  accepted,
  integer,
  LONGEST_TIMER,
  methods,
  observer,
  options,
  or,
  rule,
  text,
  type Complete,
} from '@mortise/base/options';
import {
  LiveTopics,
  MESSAGE_ID_TTL,
  type PublishOptions,
  publishArguments,
  PubSubError,
  type PubSubInterface,
  type PubSubListener,
  type PubSubMessage,
  type PubSubSubscription,
  recentOf,
  type SubscribeOptions,
  type TopicHistory,
  withinTimeout,
} from '@mortise/pubsub';
import { narrowed, widened } from './message-id.js';
import type { RedisClient } from './redis-client.js';
import { LAST, PUBLISH, type Script } from './scripts.js';

/** How a bus on Redis is set up. */
export interface RedisPubSubOptions {
  /**
   * Prefixes every key and channel, after the database number and the client's `keyPrefix`, so that several
   * applications can share a server: up to 128 characters without braces; default `'mortise:'`.
   */
  readonly prefix?: string | undefined;

  /**
   * Milliseconds without a response after which a call rejects with `PUBSUB_UNAVAILABLE`; default 1,000. For queued
   * subscriptions, the timer restarts with each response.
   */
  readonly timeout?: number | undefined;

  /**
   * Milliseconds without a message after which the server deletes the kept messages of a topic; subscribers then get a
   * gap. Default 86,400,000, a day.
   */
  readonly historyTtl?: number | undefined;

  /** Milliseconds between two checks of the connection and of each topic's last message; default 10,000. */
  readonly checkInterval?: number | undefined;

  /**
   * Called with what a listener throws, for a message from another program, and, once for each loss of the connection,
   * with the reason why it cannot be opened again. Default: writes it to the console.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const ANY_TEXT = text(128);

const declared = options<RedisPubSubOptions>()('redisPubSub', {
  prefix: or(
    rule(
      (prefix) => ANY_TEXT.accepts(prefix) && !/[{}]/.test(String(prefix)),
      `${ANY_TEXT.expected} without braces`,
    ),
    'mortise:',
  ),
  timeout: or(integer(1, LONGEST_TIMER), 1_000),
  historyTtl: or(integer(1), 86_400_000),
  checkInterval: or(integer(1, LONGEST_TIMER), 10_000),
  onError: or(observer, console.error),
});
const clientRule = methods('fromNodeRedis(client) or fromIoredis(client)', 'send', 'connect');
const SPACE = 32;
/** Two ids of a stream, or none, each with a space. */
const IDS = /^(?:\d+-\d+)? (?:\d+-\d+)? $/;
const decoder = new TextDecoder();

/**
 * Creates a bus on Redis 6.2 or later, or on Valkey. The kept messages of a topic are a stream.
 *
 * @param client from {@link fromNodeRedis} or {@link fromIoredis}; it stays open when the bus is closed
 * @throws {OptionError} if an option is unknown or has a wrong value
 */
export function redisPubSub(client: RedisClient, given: RedisPubSubOptions = {}): PubSubInterface {
  accepted(clientRule, client, 'redisPubSub.client');
  return new RedisPubSub(client, declared(given));
}

class RedisPubSub implements PubSubInterface {
  readonly #client: RedisClient;
  readonly #options: Complete<RedisPubSubOptions>;
  readonly #prefix: string;
  readonly #topics: LiveTopics<Uint8Array>;
  #isClosed = false;

  constructor(client: RedisClient, options: Complete<RedisPubSubOptions>) {
    this.#client = client;
    this.#options = options;
    this.#prefix = client.keyPrefix + options.prefix;
    const server = {
      connect: (...args: Parameters<RedisClient['connect']>) => client.connect(...args),
      channelOf: (topic: string) => this.#channelOf(topic),
      decode: messageOf,
      history: (topic: string) => this.#historyOf(topic),
    };
    this.#topics = new LiveTopics(server, options);
  }

  async publish(
    topic: string,
    data: Uint8Array | string,
    options?: PublishOptions,
  ): Promise<string> {
    const { bytes, keep, messageId } = publishArguments(topic, data, options);
    // The hash tags of both keys are the same, so that they are on one node of a cluster.
    const keys = [this.#streamOf(topic), `${this.#prefix}m${topic.length}{:${topic}}${messageId}`];
    const times = [this.#options.historyTtl, MESSAGE_ID_TTL].map(String);
    const hasId = messageId === '' ? '0' : '1';
    const args = [bytes, String(keep), hasId, ...times, this.#channelOf(topic)];
    const id = await this.#run(PUBLISH, keys, args);
    return widened(textOf(id));
  }

  async subscribe(
    topic: string,
    listener: PubSubListener,
    options?: SubscribeOptions,
  ): Promise<PubSubSubscription> {
    const recent = recentOf(topic, listener, options);
    this.#assertOpen();
    return this.#topics.subscribe(topic, listener, recent);
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#topics.close();
  }

  /** The colon keeps the hash tag from being empty, which would be none. */
  #streamOf(topic: string): string {
    return `${this.#prefix}t{:${topic}}`;
  }

  #channelOf(topic: string): string {
    return this.#client.channelPrefix + this.#streamOf(topic);
  }

  #historyOf(topic: string): TopicHistory {
    const stream = this.#streamOf(topic);
    const read = async (args: readonly string[]) =>
      entriesOf(topic, await this.#within(() => this.#client.send(args)));
    return {
      after: (id, limit) => {
        const from = id === '' ? '-' : `(${narrowed(id)}`;
        return read(['XRANGE', stream, from, '+', 'COUNT', String(limit)]);
      },
      latest: async (count) => {
        if (count === 0) {
          const last = await this.#run(LAST, [stream], []);
          return { messages: [], last: widened(textOf(last)) };
        }
        const newest = await read(['XREVRANGE', stream, '+', '-', 'COUNT', String(count)]);
        return { messages: newest.reverse(), last: newest.at(-1)?.id ?? '' };
      },
    };
  }

  /** Runs both commands within one timeout: the server can have lost its scripts. */
  #run(
    script: Script,
    keys: readonly string[],
    args: readonly (string | Uint8Array)[],
  ): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...args];
    return this.#within(async () => {
      try {
        return await this.#client.send(['EVALSHA', script.sha, ...rest]);
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
        return this.#client.send(['EVAL', script.text, ...rest]);
      }
    });
  }

  async #within<T>(call: () => PromiseLike<T>): Promise<T> {
    this.#assertOpen();
    return withinTimeout(call, this.#options.timeout);
  }

  #assertOpen(): void {
    if (this.#isClosed) throw PubSubError.unavailable('the bus is closed');
  }
}

/**
 * A payload is the id, that of the message before it, and the data, between spaces.
 *
 * @throws {Error} for that of another program: no position can be read from it
 */
function messageOf(topic: string, payload: Uint8Array): PubSubMessage {
  const first = payload.indexOf(SPACE);
  const second = payload.indexOf(SPACE, first + 1);
  const ids = decoder.decode(payload.subarray(0, second + 1));
  if (!IDS.test(ids)) {
    const expected = 'expected two ids and the data; is another program using its channel?';
    throw new Error(`unexpected message on the topic ${quote(topic)}; ${expected}`);
  }
  const [id = '', previous = ''] = ids.split(' ');
  return {
    topic,
    id: widened(id),
    previous: widened(previous),
    data: payload.slice(second + 1),
  };
}

/** The messages of a stream: `[id, ['p', previous, 'd', data]]` each. */
function entriesOf(topic: string, reply: unknown): PubSubMessage[] {
  if (!Array.isArray(reply)) throw unexpected(reply);
  return reply.map((entry: unknown) => {
    const [id, fields] = entry as readonly [unknown, readonly unknown[]];
    const data = fields[3];
    if (!(data instanceof Uint8Array)) throw unexpected(data);
    return {
      topic,
      id: widened(textOf(id)),
      previous: widened(textOf(fields[1])),
      data: Uint8Array.from(data),
    };
  });
}

function textOf(reply: unknown): string {
  if (!(reply instanceof Uint8Array)) throw unexpected(reply);
  return decoder.decode(reply);
}

function unexpected(reply: unknown): PubSubError {
  return PubSubError.unavailable(
    `unexpected reply: received ${kindOf(reply)}; expected bytes: send must return bulk strings as Uint8Array or Buffer`,
  );
}
