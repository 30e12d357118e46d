import { joinBytes } from '@mortise/base';
import { BodyPace, type BodyWatcher } from '@mortise/base/adapter';
import type { BodySource } from '@mortise/http-message';
import { parseContentLength } from '@mortise/http-syntax';
import { BodyReader } from './body-reader.js';
import { FetchAdapterError } from '../errors.js';
import type { FetchLimits } from '../limits.js';
import { within } from '../within.js';

/** The body of a `Request`; nothing is read before a call. */
export class FetchBodySource implements BodySource {
  /** Unknown: not every platform enforces `Content-Length`. */
  readonly size = null;
  readonly #request: Request;
  readonly #stream: ReadableStream<Uint8Array>;
  readonly #limits: FetchLimits;
  readonly #watcher: BodyWatcher | null;
  #consumed = false;

  /** @param watcher notified when a read waits; `null` for none */
  constructor(
    request: Request,
    stream: ReadableStream<Uint8Array>,
    limits: FetchLimits,
    watcher: BodyWatcher | null,
  ) {
    this.#request = request;
    this.#stream = stream;
    this.#limits = limits;
    this.#watcher = watcher;
  }

  async bytes(): Promise<Uint8Array> {
    const { bodyInMemory, bodyTimeout } = this.#limits;
    const announced = parseContentLength(this.#request.headers.get('content-length') ?? '');
    if (announced !== null && announced > bodyInMemory) throw tooLarge(bodyInMemory);
    const reader = this.#begin();
    try {
      return await within(collect(reader, bodyInMemory), bodyTimeout, () => {
        const text = `the request body did not arrive within ${bodyTimeout} ms`;
        return new FetchAdapterError('BODY_TIMEOUT', text, 408);
      });
    } catch (error) {
      reader.cancel();
      throw error;
    }
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this.#begin();
  }

  #begin(): BodyReader {
    if (this.#consumed || this.#stream.locked || this.#request.bodyUsed) {
      const text = 'the request body has been read already, and can be read only once';
      throw new FetchAdapterError('BODY_CONSUMED', text);
    }
    this.#consumed = true;
    return new BodyReader(this.#stream, this.#limits.bodyIdleTimeout, this.#pace());
  }

  #pace(): BodyPace<FetchAdapterError> {
    const { bodyMinRate, bodyMinRateAfter } = this.#limits;
    return new BodyPace(this.#watcher, {
      minRate: bodyMinRate,
      minRateAfter: bodyMinRateAfter,
      tooSlow: () => {
        const text = `request body arrives too slowly: expected at least ${bodyMinRate} bytes per second`;
        return new FetchAdapterError('BODY_TOO_SLOW', text, 408);
      },
    });
  }
}

async function collect(reader: BodyReader, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.next(); next.done !== true; next = await reader.next()) {
    size += next.value.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(next.value);
  }
  return joinBytes(chunks);
}

function tooLarge(limit: number): FetchAdapterError {
  return new FetchAdapterError(
    'BODY_TOO_LARGE',
    `the request body exceeds the limit of ${limit} bytes`,
    413,
  );
}
