import type { Awaitable, StreamInterface, StreamResource } from '@mortise/http-message';

/** Trailers by name: functions that return the value once the body has been sent; null: not sent. */
export type TrailerFields = Readonly<Record<string, () => Awaitable<string | null>>>;

const TRAILERS: unique symbol = Symbol.for('@mortise/node/trailers');

/** A body with trailers; otherwise like the body that it was created from. */
export class TrailedBody implements StreamInterface {
  readonly [TRAILERS]: TrailerFields;
  readonly #body: StreamInterface;

  constructor(body: StreamInterface, trailers: TrailerFields) {
    this.#body = body;
    this[TRAILERS] = trailers;
  }

  /** Never in memory: code that takes a body from memory does not reach its end. */
  inMemory(): null {
    return null;
  }

  getSize(): number | null {
    return this.#body.getSize();
  }

  tell(): number {
    return this.#body.tell();
  }

  eof(): boolean {
    return this.#body.eof();
  }

  isSeekable(): boolean {
    return this.#body.isSeekable();
  }

  seek(offset: number, whence?: 0 | 1 | 2): void {
    this.#body.seek(offset, whence);
  }

  rewind(): void {
    this.#body.rewind();
  }

  isWritable(): boolean {
    return this.#body.isWritable();
  }

  write(data: Uint8Array | string): number {
    return this.#body.write(data);
  }

  isReadable(): boolean {
    return this.#body.isReadable();
  }

  read(length: number): Promise<Uint8Array> {
    return this.#body.read(length);
  }

  getContents(): Promise<Uint8Array> {
    return this.#body.getContents();
  }

  text(): Promise<string> {
    return this.#body.text();
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this.#body[Symbol.asyncIterator]();
  }

  getMetadata(): Readonly<Record<string, unknown>>;
  getMetadata(key: string): unknown;
  getMetadata(key?: string): unknown {
    return key === undefined ? this.#body.getMetadata() : this.#body.getMetadata(key);
  }

  close(): void {
    this.#body.close();
  }

  detach(): StreamResource | null {
    return this.#body.detach();
  }
}

/** The trailers of a body; null if there are none. */
export function trailersBehind(body: StreamInterface): TrailerFields | null {
  return (body as Partial<TrailedBody>)[TRAILERS] ?? null;
}
