import { ByteCollector } from '@mortise/base';
import { BodyPace, type BodyWatcher } from '@mortise/base/adapter';
import { type MaybeSmallBody, SMALL_BODY } from '@mortise/base/message';
import type { BodySource } from '@mortise/http-message';
import { bodyConsumed, bodyIncomplete, bodyTooLarge, bodyTooSlow } from './body-errors.js';
import { BodyReader } from './body-reader.js';
import type { FetchAdapterError } from '../fetch-adapter-error.js';
import type { FetchLimits } from '../limits.js';
import type { Timeouts } from '../timeouts.js';
import { readWhole } from './whole-body.js';
import { within } from '../within.js';

/**
 * The maximum declared length of a body that is read with one call to the platform: at the default `bodyMinRate`, it
 * arrives within the default `bodyIdleTimeout`.
 */
const SMALL = 15 * 1024;

/** The body of a `Request`; nothing is read before a method is called. */
export class FetchBodySource implements BodySource, MaybeSmallBody {
  /** Unknown: not every platform enforces `Content-Length`. */
  readonly size = null;
  readonly #request: Request;
  readonly #declared: number | null;
  readonly #limits: FetchLimits;
  readonly #timeouts: Timeouts;
  readonly #watcher: BodyWatcher | null;
  #consumed = false;

  /**
   * @param declared the length that the client declared; `null` for none
   * @param watcher notified when a read waits; `null` for none
   */
  constructor(
    request: Request,
    declared: number | null,
    limits: FetchLimits,
    timeouts: Timeouts,
    watcher: BodyWatcher | null,
  ) {
    this.#request = request;
    this.#declared = declared;
    this.#limits = limits;
    this.#timeouts = timeouts;
    this.#watcher = watcher;
  }

  get [SMALL_BODY](): boolean {
    return this.#declared !== null && this.#declared <= SMALL;
  }

  bytes(): Promise<Uint8Array> {
    const { bodyInMemory } = this.#limits;
    const declared = this.#declared ?? 0;
    if (declared > bodyInMemory) return Promise.reject(bodyTooLarge(bodyInMemory));
    if (!this[SMALL_BODY]) return this.#collect();
    if (this.#isConsumed()) return Promise.reject(bodyConsumed());
    this.#consumed = true;
    return readWhole(this.#request, declared, this.#limits, this.#timeouts, this.#watcher);
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this.#begin();
  }

  async #collect(): Promise<Uint8Array> {
    const { bodyInMemory, bodyTimeout } = this.#limits;
    const reader = this.#begin();
    try {
      return await within(collect(reader, bodyInMemory), this.#timeouts, bodyTimeout, () =>
        bodyIncomplete(bodyTimeout),
      );
    } catch (error) {
      reader.cancel();
      throw error;
    }
  }

  #begin(): BodyReader {
    if (this.#isConsumed()) throw bodyConsumed();
    this.#consumed = true;
    const stream = this.#request.body ?? new Blob([]).stream();
    if (stream.locked) throw bodyConsumed();
    return new BodyReader(stream, this.#timeouts, this.#limits.bodyIdleTimeout, this.#pace());
  }

  #isConsumed(): boolean {
    return this.#consumed || this.#request.bodyUsed;
  }

  #pace(): BodyPace<FetchAdapterError> {
    const { bodyMinRate, bodyMinRateAfter } = this.#limits;
    return new BodyPace(this.#watcher, {
      minRate: bodyMinRate,
      minRateAfter: bodyMinRateAfter,
      tooSlow: () => bodyTooSlow(bodyMinRate),
    });
  }
}

async function collect(reader: BodyReader, limit: number): Promise<Uint8Array> {
  const bytes = new ByteCollector();
  for (let next = await reader.next(); next.done !== true; next = await reader.next()) {
    bytes.add(next.value);
    if (bytes.size > limit) throw bodyTooLarge(limit);
  }
  return bytes.take();
}
