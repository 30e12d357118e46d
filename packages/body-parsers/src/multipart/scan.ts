import type { Readable } from 'node:stream';
import { BodyError } from '../body-error.js';
import { createScanner, type PartKind, type PartListener } from './busboy-scanner.js';
import { FileContent } from './file-content.js';
import { PartCounter } from './part-counter.js';
import { type PartHeader, partHeader, type RawHeader } from './part-header.js';
import type { ScannedPart, ScanOptions } from './scanned-part.js';

/**
 * Gives the parts of a form one after the other, while they come in; what is left unread of one is
 * passed over when the next is asked for.
 *
 * No more is read of the body than somebody takes. When the loop is left early, or anything fails, the
 * body is cancelled. It fails with a {@link BodyError}, or with what the body fails with; content that
 * is being read fails with the same.
 */
export class Scan implements AsyncIterableIterator<ScannedPart>, PartListener {
  readonly #options: ScanOptions;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #scanner;
  readonly #counter: PartCounter;
  readonly #found: ScannedPart[] = [];
  /** Of the part whose content comes next. */
  #header: PartHeader = { name: null, filename: null, mediaType: null };
  /** The part that was given last. */
  #given: ScannedPart | null = null;
  #pumping = false;
  #bodyEnded = false;
  #ended = false;
  #failure: { readonly error: unknown } | null = null;
  #wake: () => void = () => undefined;

  constructor(body: AsyncIterable<Uint8Array>, boundary: string, options: ScanOptions) {
    this.#options = options;
    this.#chunks = body[Symbol.asyncIterator]();
    this.#counter = new PartCounter(options.limits, options.truncate);
    this.#scanner = createScanner(boundary, options.limits.maxFieldBytes, this);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<ScannedPart, undefined>> {
    if (!this.#pumping) void this.#pump();
    if (this.#given !== null && typeof this.#given.content !== 'string') this.#given.content.skip();
    for (;;) {
      if (this.#failure !== null) throw this.#failure.error;
      this.#given = this.#found.shift() ?? null;
      if (this.#given !== null) return { done: false, value: this.#given };
      if (this.#ended) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    if (!this.#isOver()) {
      this.#ended = true;
      this.#stop(new Error('nobody reads on'));
    }
    return Promise.resolve({ done: true, value: undefined });
  }

  part(raw: RawHeader): PartKind {
    const header = partHeader(raw);
    if (header === null) throw BodyError.partHeader('no form-data disposition with a name');
    this.#header = header;
    return this.#counter.kindOf(header, raw);
  }

  field(value: string, cut: boolean): void {
    if (cut) throw BodyError.partTooLarge('field', this.#options.limits.maxFieldBytes);
    this.#add(value);
  }

  file(stream: Readable): void {
    this.#add(new FileContent(stream, (error) => this.#reason(error)));
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  fail(error: unknown): void {
    if (this.#isOver()) return;
    this.#failure = { error };
    this.#stop(error instanceof Error ? error : new Error(String(error)));
    this.#wake();
  }

  /** Reads the body as fast as the parts are taken. */
  async #pump(): Promise<void> {
    this.#pumping = true;
    const { limits, onProgress } = this.#options;
    let received = 0;
    try {
      for (;;) {
        const next = await this.#chunks.next();
        if (this.#isOver()) return;
        if (next.done === true) break;
        received += next.value.length;
        if (received > limits.maxBytes) throw BodyError.tooLarge(limits.maxBytes);
        onProgress?.(received);
        const room = this.#scanner.write(next.value);
        if (room !== undefined) await room;
      }
      this.#bodyEnded = true;
      this.#scanner.end();
    } catch (error) {
      this.fail(error);
    }
  }

  #add(content: ScannedPart['content']): void {
    this.#found.push({ header: this.#header, content });
    this.#wake();
  }

  #isOver(): boolean {
    return this.#ended || this.#failure !== null;
  }

  #stop(error: Error): void {
    this.#scanner.stop(error);
    // Not waited for: a source may be waiting for a client that is silent.
    if (!this.#bodyEnded) this.#chunks.return?.().catch(() => undefined);
  }

  /** Why content broke off: its stream knows of that before the scanner has told why. */
  #reason(error: unknown): unknown {
    if (this.#failure !== null) return this.#failure.error;
    return BodyError.malformed('multipart form: it ends in a part', error);
  }
}
