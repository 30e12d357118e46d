import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { NodeAdapterError } from '../node-adapter-error.js';

type Result = IteratorResult<Uint8Array, undefined>;

const DONE: Result = { done: true, value: undefined };
const END_OF_HEAD = '\r\n\r\n';

/** A chunk that Node wrote and that has not been acknowledged yet. */
interface Written {
  readonly bytes: Buffer;
  /** Its size in the buffer of the stream. */
  readonly length: number;
  readonly done: (error?: Error | null) => void;
}

/** The consumer that waits for a chunk. */
interface Reader {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The connection that a stand-in response writes to. Passes the body, without the headers, to one reader, with
 * backpressure for the writer. The addresses are those of the real connection.
 */
export class StandInSocket extends Duplex {
  /** As in Node's sockets, only present if true. */
  declare readonly encrypted?: true;
  readonly #real: Socket;
  readonly #onHead: () => void;
  /** Whether the headers of the response have been written. */
  hasHead = false;
  /** Whether everything has been written, so that the reader can receive all of it. */
  complete = false;
  #written: Written | null = null;
  #taken = false;
  #reader: Reader | null = null;
  #discards = false;

  /** @param onHead called once, when the headers of the response have been written */
  constructor(real: Socket, onHead: () => void) {
    super({ decodeStrings: false });
    this.#real = real;
    this.#onHead = onHead;
    if ('encrypted' in real) this.encrypted = true;
    // A failure reaches the reader; without a reader it must not end the process.
    this.on('error', () => undefined);
  }

  get remoteAddress(): string | undefined {
    return this.#real.remoteAddress;
  }

  get remotePort(): number | undefined {
    return this.#real.remotePort;
  }

  get localAddress(): string | undefined {
    return this.#real.localAddress;
  }

  get localPort(): number | undefined {
    return this.#real.localPort;
  }

  /** Does nothing, like the following methods: the server controls timeouts and options of the connection. */
  setTimeout(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  /** Called when the response has been written to its end. */
  finish(): void {
    this.complete = true;
    this.#serve();
  }

  /**
   * Returns the rest of the body, after the response has ended. Only {@link discard} acknowledges its last chunk,
   * because the chunk's owner can reuse the memory after that.
   */
  takeAll(): Uint8Array {
    const chunks: Buffer[] = [];
    for (let written = this.#written; written !== null; written = this.#written) {
      chunks.push(written.bytes);
      if (this.writableLength === written.length) break;
      this.#acknowledge();
    }
    const [only] = chunks;
    this.#taken = true;
    return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
  }

  /** Drops everything that is written from now on. */
  discard(): void {
    this.#discards = true;
    this.#acknowledge();
  }

  /** Returns the body, for one reader. If the reader stops early, the socket is closed, which the writer sees. */
  body(): AsyncIterable<Uint8Array> {
    const iterator: AsyncIterator<Uint8Array, undefined> = {
      next: () => this.#next(),
      return: () => {
        this.destroy();
        return Promise.resolve(DONE);
      },
    };
    return { [Symbol.asyncIterator]: () => iterator };
  }

  override _read(): void {
    // There is no input: the request is read from the real connection.
  }

  override _write(
    data: Buffer | string,
    encoding: BufferEncoding,
    done: (error?: Error | null) => void,
  ): void {
    const body = this.hasHead ? data : withoutHead(data as string);
    if (!this.hasHead) {
      this.hasHead = true;
      this.#onHead();
    }
    const bytes = typeof body === 'string' ? Buffer.from(body, encoding) : body;
    if (this.#discards || bytes.length === 0) done();
    else {
      this.#written = { bytes, length: data.length, done };
      this.#serve();
    }
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    const reason = error ?? NodeAdapterError.clientGone();
    this.#reader?.reject(reason);
    this.#reader = null;
    this.#written?.done(reason);
    this.#written = null;
    callback(error);
  }

  #next(): Promise<Result> {
    if (this.#taken) this.#acknowledge();
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
      this.#serve();
    });
  }

  #serve(): void {
    const reader = this.#reader;
    if (reader === null) return;
    if (this.#written !== null) {
      this.#taken = true;
      reader.resolve({ done: false, value: this.#written.bytes });
    } else if (this.complete) reader.resolve(DONE);
    else if (this.destroyed) reader.reject(this.errored ?? NodeAdapterError.clientGone());
    else return;
    this.#reader = null;
  }

  /** Notifies the writer that its chunk was taken. The next one can arrive before this method returns. */
  #acknowledge(): void {
    const written = this.#written;
    this.#written = null;
    this.#taken = false;
    written?.done();
  }
}

/** Removes the headers, which Node writes as text, together with the first chunk of the body if that is text. */
function withoutHead(text: string): string {
  return text.slice(text.indexOf(END_OF_HEAD) + END_OF_HEAD.length);
}
