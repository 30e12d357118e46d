import type { ServerRequestInterface } from '@mortise/http-message';
import { parseMediaType } from '@mortise/http-syntax';
import { BodyConsumedError } from '../body-consumed-error.js';
import { BodyError } from '../body-error.js';
import { contentDecoder } from '../content-coding.js';
import { boundaryOf } from './boundary.js';
import { type FormListener, FormScan, type FormScanOptions } from './form-scan.js';
import { declaredParts, type PartsOptions } from './multipart-options.js';
import type { PartHead } from './part-info.js';
import { type Part, type PartSource, PartStream } from './part-stream.js';

/**
 * Iterates over the parts of a request's multipart form, without temporary files:
 * `for await (const part of parts(request))`.
 *
 * While you do not read, the client waits (back-pressure). Leaving the loop early, even through an error, cancels the
 * body.
 *
 * @throws {BodyConsumedError} `BODY_CONSUMED` if the body can be read only once, and was read
 * @throws {BodyError} `BODY_ENCODING` (415) if the body has a content coding, `BODY_TOO_LARGE` (413) if its known size
 *   exceeds `maxBytes`; otherwise as for {@link multipartParts}
 * @throws {OptionError} `OPTION_INVALID` if an option is unknown or has a wrong value
 */
export function parts(
  request: ServerRequestInterface,
  options: PartsOptions = {},
): AsyncIterableIterator<Part> {
  contentDecoder(request, new Map());
  const body = BodyConsumedError.atStart(request.getBody());
  return formParts(body, request.getHeaderLine('Content-Type'), options, body.getSize());
}

/**
 * Like {@link parts}, but for bytes from any source, such as another framework's request or a file.
 *
 * @param contentType the value of the `Content-Type` header, which contains the boundary
 * @throws {BodyError} `BODY_MEDIA_TYPE` (415) if the type is not `multipart/form-data`, `BODY_MALFORMED` (400) if the
 *   boundary is invalid. The iteration fails with `BODY_MALFORMED` or `BODY_PART_HEADER` (400), or with
 *   `BODY_TOO_LARGE`, `BODY_PART_TOO_LARGE` or `BODY_TOO_MANY_PARTS` (413)
 * @throws {OptionError} `OPTION_INVALID` if an option is unknown or has a wrong value
 */
export function multipartParts(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  options: PartsOptions = {},
): AsyncIterableIterator<Part> {
  return formParts(body, contentType, options, null);
}

const MEDIA_TYPE = 'multipart/form-data';

function formParts(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  options: PartsOptions,
  total: number | null,
): AsyncIterableIterator<Part> {
  const { onProgress, ...limits } = declaredParts(options);
  const mediaType = parseMediaType(contentType);
  if (mediaType?.essence !== MEDIA_TYPE) throw BodyError.wrongMediaType(contentType, MEDIA_TYPE);
  const boundary = boundaryOf(mediaType, contentType);
  return new PartIterator(body, { boundary, limits, total, truncate: false, onProgress });
}

type Result = IteratorResult<Part, undefined>;

/**
 * Yields the parts of a form in order. Requesting a part skips the rest of the previous one.
 *
 * A chunk of the body is requested only when a caller waits for it. The body is cancelled if the loop is left early, or
 * if anything fails. Reading a part, and then the loop, fails with the first error.
 */
class PartIterator implements AsyncIterableIterator<Part>, PartSource, FormListener {
  readonly maxFileBytes: number;
  readonly #scan: FormScan;
  readonly #found: PartStream[] = [];
  /** The last yielded part, and the file that is being received. */
  #yielded: PartStream | null = null;
  #file: PartStream | null = null;
  #ended = false;
  /** Throws the error with which the form failed. */
  #failure: (() => never) | null = null;
  /** The pending read of the next chunk, shared by all waiting callers. */
  #arrival: Promise<void> | null = null;

  constructor(body: AsyncIterable<Uint8Array>, options: FormScanOptions) {
    this.maxFileBytes = options.limits.maxFileBytes;
    this.#scan = new FormScan(body, options, this);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<Result> {
    this.#yielded?.skip();
    for (;;) {
      this.#yielded = this.#found.shift() ?? null;
      if (this.#yielded !== null) return { done: false, value: this.#yielded };
      if (this.#ended) return { done: true, value: undefined };
      await this.more();
    }
  }

  return(): Promise<Result> {
    this.#yielded?.skip();
    this.#found.length = 0;
    this.#ended = true;
    this.#scan.cancel();
    return Promise.resolve({ done: true, value: undefined });
  }

  more(): Promise<void> {
    if (this.#failure !== null) return Promise.resolve().then(this.#failure);
    return (this.#arrival ??= this.#advance());
  }

  field(info: PartHead, value: Uint8Array): void {
    this.#found.push(new PartStream(info, value, this));
  }

  file(info: PartHead): void {
    this.#file = new PartStream(info, null, this);
    this.#found.push(this.#file);
  }

  fileBytes(bytes: Uint8Array): void {
    this.#file?.push(bytes);
  }

  fileEnd(): void {
    this.#file?.end();
  }

  /** Not an `async` function, which would allocate half a kilobyte per chunk. */
  #advance(): Promise<void> {
    return this.#scan.next().then(
      (next) => {
        this.#arrive(next);
      },
      (error: unknown) => {
        this.#fail(error);
      },
    );
  }

  #arrive(next: IteratorResult<Uint8Array>): void {
    this.#arrival = null;
    if (this.#ended) return;
    try {
      this.#ended = !this.#scan.take(next);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Stores the error for the next read, so that callers first receive what arrived before it. */
  #fail(error: unknown): void {
    this.#failure = () => {
      throw error;
    };
    this.#scan.cancel();
  }
}
