import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { NodeAdapterError } from '../node-adapter-error.js';
import { type ResponseHead, writeHead } from './response-headers.js';
import { beginWriteTimeout } from './write-timeout.js';

/** Counts the bytes of a body that were handed to the connection. */
export interface BytesSent {
  bytes: number;
}

/**
 * Bytes that wait for the client while a Node stream flows, beyond which it is paused: the kernel gets more at a time.
 * With the stream's last chunk, this is the maximum cost of a stalled reader.
 */
const FLOWING = 512 * 1024;

/** Writes a body chunk by chunk after its head, and checks it against the declared length. */
export class ChunkWriter {
  readonly #head: ResponseHead;
  readonly #outgoing: ServerResponse;
  readonly #writeTimeout: number;
  readonly #sent: BytesSent;
  /** Bytes that must follow; -1 when unknown. */
  #left: number;
  /** The head waits for the first chunk, to go out with it, but not for longer than a turn. */
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
  /** Called with the error if Node refuses the head while the first chunk is waited for; nothing can be written then. */
  onRefusal: (error: unknown) => void = () => undefined;
  /** `null` for none. */
  #refusal: Error | null = null;

  /**
   * @param length of the body in bytes; -1 when it is not known
   * @param writeTimeout milliseconds that the client may take nothing
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
   * @returns whether the next chunk may follow at once; otherwise after {@link drained}
   * @throws {NodeAdapterError} `RESPONSE_LENGTH_MISMATCH` for a chunk that is longer than what is left
   */
  write(chunk: Uint8Array): boolean {
    const { byteLength } = chunk;
    this.#sendHead();
    if (this.#left !== -1) {
      if (byteLength > this.#left) throw mismatch('longer', this.#left);
      this.#left -= byteLength;
    }
    this.#sent.bytes += byteLength;
    return this.#outgoing.write(chunk);
  }

  /** Whether a flowing source may give more, although {@link write} returned `false`. */
  get mayFlow(): boolean {
    const { socket, destroyed, writableLength } = this.#outgoing;
    // Of the streams of a connection over HTTP/2, and of pipelined responses, each would keep as much.
    return socket instanceof Socket && !destroyed && writableLength < FLOWING;
  }

  /** Settles when more may be written; rejects when the client has disconnected. */
  drained(): Promise<void> {
    const outgoing = this.#outgoing;
    const { socket } = outgoing.req;
    return new Promise((resolve, reject) => {
      if (outgoing.destroyed) {
        reject(NodeAdapterError.clientGone());
        return;
      }
      const onDrain = (): void => {
        outgoing.off('close', onClose);
        socket.setTimeout(0);
        resolve();
      };
      const onClose = (): void => {
        outgoing.off('drain', onDrain);
        reject(NodeAdapterError.clientGone());
      };
      // Net counts what the client has taken of a write as progress; without any it cuts it off.
      beginWriteTimeout(outgoing, this.#writeTimeout);
      outgoing.once('drain', onDrain).once('close', onClose);
    });
  }

  /**
   * Called when the body has ended.
   *
   * @throws {NodeAdapterError} `RESPONSE_LENGTH_MISMATCH` if it was shorter than what was stated
   */
  finish(): void {
    if (this.#outgoing.destroyed) throw NodeAdapterError.clientGone();
    if (this.#left > 0) throw mismatch('shorter', this.#left);
    this.#sendHead();
  }

  #sendHead(): void {
    if (this.#refusal !== null) throw this.#refusal;
    if (this.#outgoing.headersSent) return;
    clearImmediate(this.#soon);
    writeHead(this.#outgoing, this.#head);
  }
}

function mismatch(how: 'longer' | 'shorter', bytes: number): NodeAdapterError {
  return new NodeAdapterError(
    'RESPONSE_LENGTH_MISMATCH',
    `the body is ${how} than the response's Content-Length: ${bytes} bytes remained`,
    500,
  );
}
