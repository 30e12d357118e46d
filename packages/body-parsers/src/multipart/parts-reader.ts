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
  #failure: { readonly error: unknown } | null = null;
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
    return (this.#arrival ??= this.#read());
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

  /** Only fails when it has before: those who wait look first at what came until then. */
  async #read(): Promise<void> {
    if (this.#failure !== null) throw this.#failure.error;
    try {
      const next = await this.#body.next();
      if (this.#ended) return;
      const chunk = this.#body.taken(next);
      if (chunk === null) {
        this.#scan.end();
        this.#ended = true;
      } else this.#scan.write(chunk);
    } catch (error) {
      this.#failure = { error };
      this.#body.cancel();
    } finally {
      this.#arrival = null;
    }
  }
}
