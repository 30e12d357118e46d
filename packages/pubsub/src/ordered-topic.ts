import type { PubSubMessage } from './pubsub.js';

/** What a server has kept of one topic. */
export interface TopicHistory {
  /**
   * Reads the messages after an id, oldest first.
   *
   * @param id `''` reads from the first kept one
   * @param limit the maximum number
   */
  after(id: string, limit: number): Promise<readonly PubSubMessage[]>;

  /**
   * Reads the newest messages, oldest first.
   *
   * @param count 0: only the position
   * @returns with `last`, the id of the newest message; `''` if the topic has none
   */
  latest(
    count: number,
  ): Promise<{ readonly messages: readonly PubSubMessage[]; readonly last: string }>;
}

/** What an ordered topic calls. Its methods must not throw. */
export interface OrderedListener {
  /** The next message. */
  message(message: PubSubMessage): void;

  /** Messages can be missing before the next one. */
  gap(): void;
}

/** Messages of one read. */
const PAGE = 500;

/** Live messages that wait for a read: beyond it they are dropped, and read from the history. */
const MAX_WAITING = 1_000;

/** Milliseconds after which a failed read is repeated. */
const RETRY = 200;

/** How often, and after how many milliseconds each time, it is seen whether a live message that is on its way has arrived. */
const LOOKS = 20;
const LOOK = 10;

/**
 * Turns live messages, some of which can be missing, into a topic's complete sequence. It is complete if each
 * message names the last one as its `previous`. If one does not, those between are read from the history, and if the
 * first of those does not either, there is a gap.
 *
 * Ids of a counter would be wrong: a server that lost its last messages would give their ids to others.
 */
export class OrderedTopic {
  readonly #history: TopicHistory;
  readonly #listener: OrderedListener;
  #queue: PubSubMessage[] = [];
  #last = '';
  #hasBegun = false;
  #isDraining = false;
  #isClosed = false;
  /** The position has to be compared with that of the server. */
  #isUnsure = false;
  /** Live messages were missed or dropped: what the server has is not on its way. */
  #isBehind = false;
  /** Messages without an id can have been missed: no history shows them. */
  #isBlind = false;
  #hasUnkept = false;

  constructor(history: TopicHistory, listener: OrderedListener) {
    this.#history = history;
    this.#listener = listener;
  }

  /** The id of the last message that was passed on, or the position at the beginning. */
  get last(): string {
    return this.#last;
  }

  /**
   * Begins at the newest message. Call it after subscribing to the topic: live messages wait until then.
   *
   * @param recent how many history messages come first
   * @throws what the history rejects with
   */
  async begin(recent: number): Promise<void> {
    const { messages, last } = await this.#history.latest(recent);
    this.#last = last;
    for (const message of messages) this.#pass(message);
    this.#hasBegun = true;
    void this.#drain();
  }

  /** Accepts a message that was just published. */
  live(message: PubSubMessage): void {
    this.#hasUnkept ||= message.id === '';
    this.#queue.push(message);
    if (this.#queue.length > MAX_WAITING) {
      this.#isBlind ||= this.#hasUnkept;
      this.#isBehind = true;
      this.#isUnsure = true;
      this.#queue = [];
    }
    void this.#drain();
  }

  /** Call it after resubscribing: reads what was missed from the history. */
  reconnected(): void {
    // Messages without an id would follow the gap, though those after them were lost. The history has the others.
    this.#queue = [];
    this.#isBehind = true;
    this.#isBlind = true;
    void this.check();
  }

  /** Compares the position with the server's: the last message can be lost unnoticed. */
  check(): Promise<void> {
    this.#isUnsure = true;
    return this.#drain();
  }

  /** The listener is not called afterwards. */
  close(): void {
    this.#isClosed = true;
    this.#queue = [];
  }

  async #drain(): Promise<void> {
    if (this.#isDraining || !this.#hasBegun) return;
    this.#isDraining = true;
    try {
      while (!this.#isClosed) {
        if (!this.#isUnsure && this.#passQueue()) return;
        await (this.#isUnsure ? this.#compare() : this.#fillUpToNext()).catch(() => pause(RETRY));
      }
    } finally {
      this.#isDraining = false;
    }
  }

  /** @returns false if messages before the next one are missing */
  #passQueue(): boolean {
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      if (!this.#passNext(next)) return false;
      this.#queue.shift();
    }
    return true;
  }

  /** @returns false if messages before this one are missing */
  #passNext(message: PubSubMessage): boolean {
    if (message.id === '') {
      this.#deliver(message);
      return true;
    }
    // A repetition: it was also read from the history.
    if (message.id <= this.#last) return true;
    if (message.previous !== this.#last) return false;
    this.#pass(message);
    return true;
  }

  async #fillUpToNext(): Promise<void> {
    const [missing] = this.#queue;
    if (missing === undefined) return;
    await this.#fill(missing.id);
    const [next] = this.#queue;
    // The history does not have it: it was not kept long enough, or the server lost it.
    if (next !== missing || next.id <= this.#last) return;
    this.#queue.shift();
    this.#passChecked(next);
  }

  async #compare(): Promise<void> {
    const wasBlind = this.#isBlind;
    const wasBehind = this.#isBehind;
    // Before the read: what is asked from here on needs another comparison.
    this.#isUnsure = false;
    this.#isBlind = false;
    this.#isBehind = false;
    try {
      const { last } = await this.#history.latest(0);
      if (last > this.#last) {
        if (!wasBehind) await this.#lookForLive(last);
        if (last > this.#last) await this.#fill(last);
      } else if (last < this.#last) {
        // The server has lost messages, and perhaps gives ids below the last one: this begins again from there.
        this.#last = last;
        // It also covers what a connection that was lost during the read has missed.
        this.#isBlind = false;
        this.#gap();
        return;
      }
      if (wasBlind && (this.#hasUnkept || last === '')) this.#gap();
    } catch (error) {
      this.#isUnsure = true;
      this.#isBlind ||= wasBlind;
      this.#isBehind ||= wasBehind;
      throw error;
    }
  }

  /** From the history, a message could overtake one without an id that is on its way too. */
  async #lookForLive(last: string): Promise<void> {
    for (let look = 0; look < LOOKS && last > this.#last && !this.#isClosed; look++) {
      if (!this.#passQueue() || this.#isBehind) return;
      if (last > this.#last) await pause(LOOK);
    }
  }

  /** Passes on what the history has up to a message: later ones arrive live. */
  async #fill(end: string): Promise<void> {
    for (;;) {
      const messages = await this.#history.after(this.#last, PAGE);
      for (const message of messages) {
        if (message.id > end) return;
        if (message.id > this.#last) this.#passChecked(message);
      }
      if (messages.length < PAGE) return;
    }
  }

  #passChecked(message: PubSubMessage): void {
    if (message.previous !== this.#last) this.#gap();
    this.#pass(message);
  }

  #pass(message: PubSubMessage): void {
    this.#last = message.id;
    this.#deliver(message);
  }

  #deliver(message: PubSubMessage): void {
    if (!this.#isClosed) this.#listener.message(message);
  }

  #gap(): void {
    if (!this.#isClosed) this.#listener.gap();
  }
}

function pause(delay: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delay) as { unref?: () => void };
    timer.unref?.();
  });
}
