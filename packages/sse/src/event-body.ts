import { currentContext } from '@mortise/base';
import { type ServerEvent, textOf } from './server-event.js';

/** The parts of a body of events. */
export interface EventBodyParts {
  readonly source: AsyncIterable<ServerEvent>;
  /** Milliseconds without an event after which a comment is sent; 0 for none. */
  readonly heartbeat: number;
  /** Text that is sent first. */
  readonly begin: string;
  /** Signals that end the stream when they abort. */
  readonly signals: readonly AbortSignal[];
}

const HEARTBEAT = ':\n\n';

/**
 * The bytes of an event stream, with backpressure. A comment is sent while the source has
 * no events. The source's `return` is called at the end in any case, even while it waits. The source runs in the asynchronous
 * context in which the body was made.
 */
export class EventBody implements AsyncIterableIterator<Uint8Array> {
  readonly #parts: EventBodyParts;
  readonly #encoder = new TextEncoder();
  #inContext = currentContext();
  #iterator: AsyncIterator<ServerEvent> | null = null;
  #pending: Promise<IteratorResult<ServerEvent>> | null = null;
  #isSettled = false;
  #begin: string;
  #isEnded = false;
  #hasReturned = false;
  #wake: (why: 'event' | 'end') => void = () => undefined;
  readonly #end = (): void => {
    this.#isEnded = true;
    this.#wake('end');
  };

  constructor(parts: EventBodyParts) {
    this.#parts = parts;
    this.#begin = parts.begin;
    for (const signal of parts.signals) {
      if (signal.aborted) this.#isEnded = true;
      else signal.addEventListener('abort', this.#end);
    }
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#begin !== '') {
      const begin = this.#begin;
      this.#begin = '';
      return this.#chunk(begin);
    }
    try {
      const step = await this.#step();
      if (step === 'heartbeat') return this.#chunk(HEARTBEAT);
      if (step === 'end' || step.done === true) return await this.return();
      return this.#chunk(textOf(step.value));
    } catch (error) {
      await this.return();
      throw error;
    }
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    if (!this.#hasReturned) {
      this.#hasReturned = true;
      for (const signal of this.#parts.signals) signal.removeEventListener('abort', this.#end);
      // A generator that waits returns when its wait ends; this code does not wait for it.
      this.#call(async (iterator) => iterator.return?.()).catch(() => undefined);
    }
    this.#end();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #step(): Promise<IteratorResult<ServerEvent> | 'heartbeat' | 'end'> {
    if (this.#isEnded) return 'end';
    const pending = (this.#pending ??= this.#request());
    const why = this.#isSettled ? 'event' : await this.#woken();
    if (why !== 'event') return why;
    this.#pending = null;
    return pending;
  }

  /** One reaction for each event: one for each heartbeat would be kept until the next event, which can be days. */
  #request(): Promise<IteratorResult<ServerEvent>> {
    this.#isSettled = false;
    const settled = (): void => {
      this.#isSettled = true;
      this.#wake('event');
    };
    const pending = Promise.resolve(this.#call((iterator) => iterator.next()));
    // If the stream ends while the source waits, its error is ignored.
    pending.then(settled, settled);
    return pending;
  }

  #call<Result>(call: (iterator: AsyncIterator<ServerEvent>) => Result): Result {
    return this.#inContext(() => {
      if (this.#iterator !== null) return call(this.#iterator);
      this.#iterator = this.#parts.source[Symbol.asyncIterator]();
      const result = call(this.#iterator);
      // With what a generator has entered at its beginning, which it finds later in an ordinary loop.
      this.#inContext = currentContext();
      return result;
    });
  }

  async #woken(): Promise<'event' | 'heartbeat' | 'end'> {
    const { heartbeat } = this.#parts;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const why = await new Promise<'event' | 'heartbeat' | 'end'>((resolve) => {
      this.#wake = resolve;
      if (heartbeat === 0) return;
      timer = setTimeout(() => {
        resolve('heartbeat');
      }, heartbeat);
    });
    clearTimeout(timer);
    return why;
  }

  #chunk(text: string): IteratorYieldResult<Uint8Array> {
    return { done: false, value: this.#encoder.encode(text) };
  }
}
