import { clock, integer, observer, options, or } from '@mortise/base/options';
import type {
  PublishOptions,
  PubSubInterface,
  PubSubListener,
  PubSubMessage,
  PubSubSubscription,
  SubscribeOptions,
} from './pubsub.js';
import { MESSAGE_ID_TTL, publishArguments, recentOf } from './pubsub-arguments.js';
import { PubSubError } from './pubsub-error.js';
import { safeListener } from './safe-listener.js';

/** How an in-memory bus is limited. */
export interface MemoryPubSubOptions {
  /**
   * Maximum number of topics with kept messages; default 10,000. Beyond it, the history of the topic that has gone
   * longest without a message is dropped: its subscribers do not get a gap.
   */
  readonly maxTopics?: number | undefined;

  /** Called with what a listener throws. Default: writes it to the console. */
  readonly onError?: ((error: unknown) => void) | undefined;

  /** The clock, in milliseconds; default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

type Member = (message: PubSubMessage) => void;

interface Topic {
  readonly members: Set<Member>;
  /** The id of its last message, also of one that is not kept any more. */
  last: string;
}

const declared = options<MemoryPubSubOptions>()('memoryPubSub', {
  maxTopics: or(integer(1), 10_000),
  onError: or(observer, console.error),
  now: clock,
});

/**
 * A bus in this process's memory, for development and single-process services: other processes do not see it, and it
 * ends with the process. It assigns ids like a bus on a server, and never has a gap.
 *
 * @throws {OptionError} if an option is unknown or has a wrong value
 */
export function memoryPubSub(given: MemoryPubSubOptions = {}): PubSubInterface {
  const { maxTopics, onError, now } = declared(given);
  return new MemoryPubSub(maxTopics, onError, now);
}

/** Its methods are async so that every failure is a rejection; none of them waits. */
/* eslint-disable @typescript-eslint/require-await */
class MemoryPubSub implements PubSubInterface {
  /** Those that have members. */
  readonly #topics = new Map<string, Topic>();
  /** In the order of their last messages. */
  readonly #kept = new Map<string, PubSubMessage[]>();
  readonly #published = new Map<string, { readonly id: string; readonly until: number }>();
  readonly #maxTopics: number;
  readonly #onError: (error: unknown) => void;
  readonly #now: () => number;
  #time = 0;
  #count = 0;
  #isClosed = false;

  constructor(maxTopics: number, onError: (error: unknown) => void, now: () => number) {
    this.#maxTopics = maxTopics;
    this.#onError = onError;
    this.#now = now;
  }

  async publish(
    topic: string,
    data: Uint8Array | string,
    options?: PublishOptions,
  ): Promise<string> {
    const { bytes, keep, messageId } = publishArguments(topic, data, options);
    this.#assertOpen();
    const known = this.#knownId(topic, messageId);
    if (known !== null) return known;
    const message = keep === 0 ? unkept(topic, bytes) : this.#keep(topic, bytes, keep);
    if (messageId !== '') this.#remember(topic, messageId, message.id);
    for (const member of this.#topics.get(topic)?.members ?? []) member(copyOf(message));
    return message.id;
  }

  async subscribe(
    name: string,
    listener: PubSubListener,
    options?: SubscribeOptions,
  ): Promise<PubSubSubscription> {
    const recent = recentOf(name, listener, options);
    this.#assertOpen();
    const safe = safeListener(listener, this.#onError);
    const kept = this.#kept.get(name) ?? [];
    const topic = this.#topics.get(name) ?? { members: new Set(), last: kept.at(-1)?.id ?? '' };
    const { members } = topic;
    const first = kept.slice(kept.length - Math.min(recent, kept.length));
    let last = first[0]?.previous ?? topic.last;
    const member: Member = (message) => {
      queueMicrotask(() => {
        if (!members.has(member)) return;
        if (message.id !== '') last = message.id;
        safe.message(message);
      });
    };
    members.add(member);
    this.#topics.set(name, topic);
    for (const message of first) member(copyOf(message));
    return {
      topic: name,
      get last() {
        return last;
      },
      unsubscribe: async () => {
        members.delete(member);
        if (members.size === 0 && this.#topics.get(name) === topic) this.#topics.delete(name);
      },
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { members } of this.#topics.values()) members.clear();
    this.#topics.clear();
    this.#kept.clear();
    this.#published.clear();
  }

  #assertOpen(): void {
    if (this.#isClosed) throw PubSubError.unavailable('the bus is closed');
  }

  #keep(name: string, data: Uint8Array, keep: number): PubSubMessage {
    const kept = this.#kept.get(name) ?? [];
    const topic = this.#topics.get(name);
    const previous = topic?.last ?? kept.at(-1)?.id ?? '';
    const message = { topic: name, id: this.#nextId(), previous, data };
    if (topic !== undefined) topic.last = message.id;
    kept.push(message);
    if (kept.length > keep) kept.splice(0, kept.length - keep);
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#maxTopics && oldest !== undefined) this.#kept.delete(oldest);
    return message;
  }

  #nextId(): string {
    const time = Math.max(this.#time, this.#now());
    this.#count = time === this.#time ? this.#count + 1 : 0;
    this.#time = time;
    return `${String(time).padStart(14, '0')}-${String(this.#count).padStart(6, '0')}`;
  }

  #knownId(topic: string, messageId: string): string | null {
    const known = this.#published.get(`${topic}\0${messageId}`);
    return messageId !== '' && known !== undefined && known.until > this.#now() ? known.id : null;
  }

  #remember(topic: string, messageId: string, id: string): void {
    const now = this.#now();
    for (const [name, { until }] of this.#published) {
      if (until > now) break;
      this.#published.delete(name);
    }
    const name = `${topic}\0${messageId}`;
    this.#published.delete(name);
    this.#published.set(name, { id, until: now + MESSAGE_ID_TTL });
  }
}
/* eslint-enable @typescript-eslint/require-await */

function unkept(topic: string, data: Uint8Array): PubSubMessage {
  return { topic, id: '', previous: '', data };
}

function copyOf(message: PubSubMessage): PubSubMessage {
  return { ...message, data: message.data.slice() };
}
