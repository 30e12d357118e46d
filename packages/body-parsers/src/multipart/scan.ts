import type { Readable } from 'node:stream';
import { BodyError } from '../body-error.js';
import { createScanner, type PartKind, type PartListener } from './busboy-scanner.js';
import { chunksOf } from './chunks-of.js';
import { PartCounter } from './part-counter.js';
import { type PartHeader, partHeader, type RawHeader } from './part-header.js';
import type { ScannedPart, ScanOptions } from './scanned-part.js';

/** Between the scanner, which tells of parts when it meets them, and a loop that asks for them. */
export class Scan implements PartListener {
  /** Whether the body was read to its end, or has failed. */
  bodyEnded = false;
  readonly #options: ScanOptions;
  readonly #scanner;
  readonly #counter: PartCounter;
  readonly #found: (ScannedPart & { readonly stream: Readable | null })[] = [];
  /** Of the part whose content comes next. */
  #header: PartHeader = { name: null, filename: null, mediaType: null };
  /** The content of the part that was given last. */
  #given: Readable | null = null;
  #ended = false;
  #failure: { readonly error: unknown } | null = null;
  #wake: () => void = () => undefined;

  constructor(boundary: string, options: ScanOptions) {
    this.#options = options;
    this.#counter = new PartCounter(options.limits, options.truncate);
    this.#scanner = createScanner(boundary, options.limits.maxFieldBytes, this);
  }

  /** Reads the body as fast as the parts are taken. Never rejects: errors show in {@link next}. */
  async pump(chunks: AsyncIterator<Uint8Array>): Promise<void> {
    const { limits, onProgress } = this.#options;
    let received = 0;
    try {
      for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
        if (this.#isOver()) return;
        received += next.value.length;
        if (received > limits.maxBytes) throw BodyError.tooLarge(limits.maxBytes);
        onProgress(received);
        await this.#scanner.write(next.value);
      }
      this.bodyEnded = true;
      this.#scanner.end();
    } catch (error) {
      if (this.#isOver()) return;
      this.fail(error);
      this.#scanner.stop(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** @returns null behind the last part */
  async next(): Promise<ScannedPart | null> {
    this.#given?.resume();
    for (;;) {
      if (this.#failure !== null) throw this.#failure.error;
      const part = this.#found.shift();
      if (part !== undefined) {
        this.#given = part.stream;
        return part;
      }
      if (this.#ended) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Ends it early. */
  stop(): void {
    if (this.#isOver()) return;
    this.#ended = true;
    this.#scanner.stop(new Error('nobody reads on'));
  }

  part(raw: RawHeader): PartKind {
    const header = partHeader(raw);
    if (header === null)
      throw BodyError.malformed('multipart form: a part is no form-data with a name');
    this.#header = header;
    return this.#counter.kindOf(header, raw);
  }

  field(value: string, cut: boolean): void {
    if (cut) throw BodyError.partTooLarge('field', this.#options.limits.maxFieldBytes);
    this.#add({ ...this.#header, content: value, stream: null });
  }

  file(stream: Readable): void {
    const content = { [Symbol.asyncIterator]: () => this.#read(stream) };
    this.#add({ ...this.#header, content, stream });
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake();
  }

  #add(part: ScannedPart & { readonly stream: Readable | null }): void {
    this.#found.push(part);
    this.#wake();
  }

  #isOver(): boolean {
    return this.#ended || this.#failure !== null;
  }

  async *#read(stream: Readable): AsyncGenerator<Uint8Array> {
    try {
      yield* chunksOf(stream);
    } catch (error) {
      // The stream knows of the end before the scanner has told why.
      const { error: reason } = this.#failure ?? {
        error: BodyError.malformed('multipart form: cut off in a part', error),
      };
      throw reason;
    }
  }
}
