import { lengthMismatch } from '@mortise/base/adapter';
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { NodeAdapterError } from '../node-adapter-error.js';
import { type ResponseHead, writeHead } from './response-headers.js';
import { beginWriteTimeout, endWriteTimeout } from './write-timeout.js';
import { setImmediate } from '../set-immediate.js';

/** What was sent of a body. */
export interface BytesSent {
  /** Bytes that were passed to the connection. */
  bytes: number;
  /** Whether the system has all bytes of the declared length. */
  isWhole: boolean;
}

/**
 * Bytes buffered for the client at which a flowing Node stream is paused: a higher value passes more to the kernel at a
 * time. A stalled reader costs at most this much memory, plus the stream's last chunk.
 */
const FLOWING = 512 * 1024;

/** Writes a body chunk by chunk after its head, and checks it against the declared length. */
export class ChunkWriter {
  readonly #head: ResponseHead;
  readonly #outgoing: ServerResponse;
  readonly #writeTimeout: number;
  readonly #sent: BytesSent;
  /** Bytes that must follow; -1 if unknown. */
  #left: number;
  /** Sends the head alone if the first chunk, with which it would be sent, does not follow within a turn. */
  readonly #soon = setImmediate(() => {
    if (this.#outgoing.destroyed) return;
    try {
      this.#sendHead();
      this.#outgoing.flushHeaders();
    } catch (error) {
      this.#refusal = error as Error;
      this.onRefusal(error);
    }
  });
  /**
   * Called with the error if Node refuses the head before the first chunk is written; nothing can be written after
   * that.
   */
  onRefusal: (error: unknown) => void = () => undefined;
  /** The error with which Node refused the head; `null` if it did not. */
  #refusal: Error | null = null;

  /**
   * @param length of the body in bytes; -1 if unknown
   * @param writeTimeout milliseconds that the client can go without reading
   * @param sent updated with each chunk
   */
  constructor(
    head: ResponseHead,
    outgoing: ServerResponse,
    length: number,
    writeTimeout: number,
    sent: BytesSent,
  ) {
    this.#head = head;
    this.#outgoing = outgoing;
    this.#left = length;
    this.#writeTimeout = writeTimeout;
    this.#sent = sent;
  }

  /**
   * @returns whether the next chunk can be written immediately; if not, wait for {@link drained}
   * @throws {NodeAdapterError} `RESPONSE_LENGTH_MISMATCH` for a chunk that exceeds the declared length;
   *   `RESPONSE_INVALID` for one that is not bytes, whose length is not known: the rest of it would be read as the next
   *   response
   */
  write(chunk: Uint8Array): boolean {
    const { byteLength } = chunk as { readonly byteLength?: number };
    if (byteLength === undefined) throw NodeAdapterError.notBytes(chunk);
    if (this.#left !== -1 && byteLength > this.#left) throw mismatch('longer', this.#left);
    this.#sendHead();
    if (this.#left !== -1) this.#left -= byteLength;
    this.#sent.bytes += byteLength;
    return this.#left === 0
      ? this.#outgoing.write(chunk, this.#noteWhole)
      : this.#outgoing.write(chunk);
  }

  /** Whether a flowing source can continue, although {@link write} returned `false`. */
  get mayFlow(): boolean {
    const { socket, destroyed, writableLength } = this.#outgoing;
    // Not for HTTP/2 streams and pipelined responses, each of which would buffer as much.
    return socket instanceof Socket && !destroyed && writableLength < FLOWING;
  }

  /** Resolves when more can be written; rejects if the client has disconnected. */
  drained(): Promise<void> {
    const outgoing = this.#outgoing;
    return new Promise((resolve, reject) => {
      if (outgoing.destroyed) {
        reject(NodeAdapterError.clientGone());
        return;
      }
      const onDrain = (): void => {
        outgoing.off('close', onClose);
        endWriteTimeout(outgoing);
        resolve();
      };
      const onClose = (): void => {
        outgoing.off('drain', onDrain);
        reject(NodeAdapterError.clientGone());
      };
      // `node:net` treats a partial write as progress; without any, it disconnects the client.
      beginWriteTimeout(outgoing, this.#writeTimeout);
      outgoing.once('drain', onDrain).once('close', onClose);
    });
  }

  /**
   * Must be called when the body has ended.
   *
   * @throws {NodeAdapterError} `RESPONSE_LENGTH_MISMATCH` if it was shorter than declared
   */
  finish(): void {
    if (this.#outgoing.destroyed) throw NodeAdapterError.clientGone();
    if (this.#left > 0) throw mismatch('shorter', this.#left);
    this.#sendHead();
  }

  /** Called when the last chunk was written: its client can close the connection before the source ends. */
  readonly #noteWhole = (error?: Error | null): void => {
    this.#sent.isWhole = !error;
  };

  #sendHead(): void {
    if (this.#refusal !== null) throw this.#refusal;
    if (this.#outgoing.headersSent) return;
    clearImmediate(this.#soon);
    writeHead(this.#outgoing, this.#head);
  }
}

function mismatch(how: 'longer' | 'shorter', bytes: number): NodeAdapterError {
  return new NodeAdapterError('RESPONSE_LENGTH_MISMATCH', lengthMismatch(how, bytes), 500);
}
