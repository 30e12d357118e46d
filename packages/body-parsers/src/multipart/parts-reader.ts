import type { FormBody } from './form-body.js';
import { createFormScan, type FormListener } from './form-scan.js';
import type { MultipartLimits } from './limits.js';
import { FormPart, type Part, type PartSource } from './part.js';
import type { PartHeader } from './part-header.js';

type Result = IteratorResult<Part, undefined>;

/**
 * Gives the parts of a form one after the other, while they come in; what is left unread of one is
 * passed over when the next is asked for.
 *
 * The next chunk of the body is asked for when somebody waits for it, and never before. When the loop
 * is left early, or anything fails, the body is cancelled. Parts, and then the loop, fail with what
 * came first.
 */
export class PartsReader implements AsyncIterableIterator<Part>, PartSource, FormListener {
  readonly maxFileBytes: number;
  readonly #body: FormBody;
  readonly #scan;
  readonly #found: FormPart[] = [];
  /** The part that was given last, and the file whose bytes come. */
  #given: FormPart | null = null;
  #file: FormPart | null = null;
  #ended = false;
  /** Throws what the form failed with. */
  #failure: (() => never) | null = null;
  /** The wait for the next chunk, which all who wait share. */
  #arrival: Promise<void> | null = null;

  constructor(body: FormBody, boundary: string, limits: Required<MultipartLimits>) {
    this.maxFileBytes = limits.maxFileBytes;
    this.#body = body;
    this.#scan = createFormScan(boundary, limits, false, this);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<Result> {
    this.#given?.skip();
    for (;;) {
      this.#given = this.#found.shift() ?? null;
      if (this.#given !== null) return { done: false, value: this.#given };
      if (this.#ended) return { done: true, value: undefined };
      await this.more();
    }
  }

  return(): Promise<Result> {
    this.#given?.skip();
    this.#found.length = 0;
    this.#ended = true;
    this.#body.cancel();
    return Promise.resolve({ done: true, value: undefined });
  }

  more(): Promise<void> {
    if (this.#failure !== null) return Promise.resolve().then(this.#failure);
    return (this.#arrival ??= this.#advance());
  }

  field(header: PartHeader, value: string): void {
    this.#found.push(new FormPart(header, value, this));
  }

  file(header: PartHeader): void {
    this.#file = new FormPart(header, null, this);
    this.#found.push(this.#file);
  }

  fileBytes(bytes: Uint8Array): void {
    this.#file?.push(bytes);
  }

  fileEnd(): void {
    this.#file?.end();
  }

  /** No async function: it would cost half a kilobyte for every chunk. */
  #advance(): Promise<void> {
    return this.#body.next().then(
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
      const chunk = this.#body.taken(next);
      if (chunk !== null) this.#scan.write(chunk);
      else {
        this.#scan.end();
        this.#ended = true;
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Told at the next read: those who wait look first at what came until then. */
  #fail(error: unknown): void {
    this.#arrival = null;
    this.#failure = () => {
      throw error;
    };
    this.#body.cancel();
  }
}
