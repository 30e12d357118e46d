import { currentContext } from '@mortise/base';
import type { PubSubInterface, PubSubSubscription } from '@mortise/pubsub';
import {
  type CloseMessage,
  decodePresence,
  encodePresence,
  type PresenceMessage,
  type RoomClose,
  type RoomMembers,
} from './presence-message.js';

/** What presence needs from its process's rooms. */
export interface PresenceParts {
  readonly bus: Pick<PubSubInterface, 'publish' | 'subscribe'>;
  readonly topic: string;
  /** Identifies the process. */
  readonly id: string;
  /** The members of each room in this process. */
  readonly counts: () => readonly RoomMembers[];
  /** Called if the members in other processes can have changed. */
  readonly onCounts: () => void;
  /** Called if another process has closed the sockets of a room. */
  readonly onClose: (close: RoomClose) => void;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

interface Process {
  readonly counts: ReadonlyMap<string, number>;
  readonly until: number;
  /** Of the messages that have arrived, until the last of them has. */
  readonly arriving: { readonly counts: Map<string, number>; parts: number };
}

/** Milliseconds from a change until it is published, between two publications, and until a process does not count. */
const CHANGE_DELAY = 100;
const INTERVAL = 10_000;
const LIFETIME = 30_000;

/**
 * Counts the members of rooms in all processes: each publishes its own. A killed process is no longer counted after
 * 30 seconds.
 */
export class Presence {
  readonly #parts: PresenceParts;
  readonly #others = new Map<string, Process>();
  #subscription: Promise<PubSubSubscription> | null = null;
  #interval: ReturnType<typeof setInterval> | undefined;
  #pending: ReturnType<typeof setTimeout> | undefined;
  /** The messages of two publications must not mix, and the last one counts. */
  #publishing: Promise<void> = Promise.resolve();
  #isClosed = false;
  /** That of `rooms()`: the timers would keep that of the request whose member joined first. */
  readonly #inContext = currentContext();

  constructor(parts: PresenceParts) {
    this.#parts = parts;
  }

  /** The members of a room in the other processes, as far as they are known. */
  elsewhere(room: string): number {
    this.#forgetEnded();
    let sum = 0;
    for (const { counts } of this.#others.values()) sum += counts.get(room) ?? 0;
    return sum;
  }

  /** Begins to listen, once. Rejects if the bus cannot be reached: the next call tries again. */
  async begin(): Promise<void> {
    const { bus, topic } = this.#parts;
    const message = ({ data }: { readonly data: Uint8Array }): void => {
      const received = decodePresence(data);
      if (received.id === this.#parts.id) return;
      if ('close' in received) this.#parts.onClose(received.close);
      else this.#receive(received);
    };
    const subscription = (this.#subscription ??= bus.subscribe(topic, { message }));
    try {
      await subscription;
    } catch (error) {
      if (this.#subscription === subscription) this.#subscription = null;
      throw error;
    }
    if (this.#isClosed || this.#interval !== undefined) return;
    this.#interval = this.#inContext(() => setInterval(() => void this.#publish(), INTERVAL));
    this.#interval.unref();
    // The others answer a process that they do not know: without it, their members count after 10 seconds.
    this.changed();
  }

  /** The members of a room have changed: many changes are published as one. */
  changed(): void {
    if (this.#isClosed) return;
    this.#pending ??= this.#inContext(() =>
      setTimeout(() => void this.#publish(), CHANGE_DELAY).unref(),
    );
  }

  /**
   * Tells all other processes with members to close the sockets of a room. This one has closed its own: who joins now stays.
   * Rejects if the bus cannot be reached.
   */
  async publishClose(close: RoomClose): Promise<void> {
    const { bus, topic, id } = this.#parts;
    await bus.publish(topic, JSON.stringify({ id, close } satisfies CloseMessage));
  }

  /** Publishes that this process has no members. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#interval);
    const subscription = await this.#subscription?.catch(() => null);
    await this.#publish();
    await subscription?.unsubscribe();
  }

  #publish(): Promise<void> {
    clearTimeout(this.#pending);
    this.#pending = undefined;
    this.#publishing = this.#publishing.then(() => this.#publishCounts());
    return this.#publishing;
  }

  async #publishCounts(): Promise<void> {
    const { bus, topic, id, counts } = this.#parts;
    try {
      this.#forgetEnded();
      this.#parts.onCounts();
      const messages = encodePresence(id, this.#isClosed ? [] : counts());
      for (const message of messages) await bus.publish(topic, message);
    } catch (error) {
      // The next publication, at the latest in 10 seconds, has the counts of then.
      if (!this.#isClosed) this.#parts.onError(error);
    }
  }

  /** Also where nobody counts: each restart of another process would leave its rooms in memory otherwise. */
  #forgetEnded(): void {
    const now = this.#parts.now();
    for (const [id, { until }] of this.#others) if (until <= now) this.#others.delete(id);
  }

  #receive({ id, part, parts, rooms }: PresenceMessage): void {
    const known = this.#others.get(id);
    // A process that was not known has not heard from this one either. One without members is remembered too: two of
    // them would answer each other forever.
    if (known === undefined) this.changed();
    const arriving = part === 0 ? { counts: new Map<string, number>(), parts: 0 } : known?.arriving;
    // A message before this one was lost: the next publication has all again.
    if (arriving?.parts !== part) return;
    for (const [room, count] of rooms) arriving.counts.set(room, count);
    arriving.parts += 1;
    const isComplete = arriving.parts === parts;
    this.#others.set(id, {
      counts: isComplete ? arriving.counts : (known?.counts ?? new Map()),
      until: this.#parts.now() + LIFETIME,
      arriving,
    });
    if (isComplete) this.#parts.onCounts();
  }
}
