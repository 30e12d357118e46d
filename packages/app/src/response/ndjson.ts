import {
  checkRequest,
  factoriesOf,
  isDevelopment,
  ownSource,
  refuseLost,
  takeSource,
  withType,
} from '@mortise/base/message';
import { ensure } from '@mortise/base/options';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { checkResponse } from '../misuse/response-errors.js';
import { jsonText } from './json.js';

/** Number of characters after which a chunk is sent, even if the next row is available. */
const CHUNK = 16_384;

/**
 * Returns a response that sends rows as they become available, each as one line of JSON: `application/x-ndjson`, unless
 * the response already has a type.
 *
 * Rows that are available at the same time are sent together, in chunks of about 16 KiB; a row never waits for a later
 * one. The source is read no faster than the client receives, and is closed when the client disconnects or the response
 * is discarded. If the source throws, or JSON cannot represent a row, the rows before it are sent, then the response is
 * aborted.
 *
 * @param request its factories create the body; when its lifetime ends, the source is closed
 * @param rows values that JSON can represent; if there are none, the body is empty
 * @throws {OptionError} `OPTION_INVALID` for rows that cannot be iterated, such as a promise, and for a string
 * @throws {CodedError} `BODY_CONSUMED` for a generator or stream that another response reads
 * @see https://github.com/ndjson/ndjson-spec
 */
export function ndjson<R extends ResponseInterface>(
  request: ServerRequestInterface,
  response: R,
  rows: AsyncIterable<unknown> | Iterable<unknown>,
): R {
  checkRequest('ndjson', request, 'getLifetime');
  checkResponse('ndjson', response);
  takeSource(rows);
  const body = new NdjsonBody(iteratorOf(rows), isDevelopment(request));
  // Closes the source if the response is discarded without closing its body.
  request.getLifetime().onEnd(() => {
    void body.return().catch(() => undefined);
  });
  return withType(response, 'application/x-ndjson')
    .withoutHeader('Content-Length')
    .withBody(factoriesOf(request).createStreamFromResource(body));
}

function iteratorOf(rows: AsyncIterable<unknown> | Iterable<unknown>): AsyncIterator<unknown> {
  if (typeof rows === 'object' && Symbol.asyncIterator in Object(rows)) {
    return ownSource(rows as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  }
  const isList = typeof rows === 'object' && Symbol.iterator in Object(rows);
  ensure(isList, 'ndjson.rows', rows, 'a list or an async iterable (call the generator function)');
  return (async function* () {
    yield* rows;
  })();
}

/** Yields rows as lines of JSON, in chunks. */
class NdjsonBody implements AsyncIterableIterator<string> {
  readonly #rows: AsyncIterator<unknown>;
  readonly #isChecked: boolean;
  /** The last requested row, until it is written. The end of the rows, or an error, stays here. */
  #row: Promise<IteratorResult<unknown>> | null = null;
  #hasEnded = false;

  /** @param isChecked whether a promise inside a row is refused */
  constructor(rows: AsyncIterator<unknown>, isChecked: boolean) {
    this.#rows = rows;
    this.#isChecked = isChecked;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<string>> {
    let text = '';
    let turn: Promise<null> | undefined;
    while (text.length < CHUNK) {
      this.#row ??= this.#line();
      const row = text === '' ? this.#row : Promise.race([this.#row, (turn ??= nextTurn())]);
      // The rows before an error are sent first: the next call rejects with it.
      const line = text === '' ? await row : await row.catch(() => null);
      if (line === null || line.done === true) break;
      this.#row = null;
      text += line.value as string;
    }
    return text === '' ? { done: true, value: undefined } : { done: false, value: text };
  }

  /** Closes the source once, without waiting for a row that was requested. */
  async return(): Promise<IteratorResult<string>> {
    if (!this.#hasEnded) {
      this.#hasEnded = true;
      await this.#rows.return?.();
    }
    return { done: true, value: undefined };
  }

  async #line(): Promise<IteratorResult<string>> {
    const row = this.#hasEnded ? { done: true, value: undefined } : await this.#rows.next();
    if (row.done === true) return { done: true, value: undefined };
    try {
      const text = jsonText(row.value);
      if (this.#isChecked) refuseLost(row.value, text);
      return { done: false, value: `${text}\n` };
    } catch (error) {
      await this.return();
      throw error;
    }
  }
}

function nextTurn(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0, null);
  });
}
