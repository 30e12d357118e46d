import type { StreamInterface } from '@mortise/http-message';
import type { ServerResponse } from 'node:http';
import { NodeAdapterError } from '../errors.js';

/**
 * Writes a body to a response, through replaced `write` and `end` methods, with backpressure. The body is
 * closed at the end.
 *
 * @returns a promise unless the body is in memory; rejects if the body fails or the response is closed
 */
export function writeBody(
  body: StreamInterface,
  outgoing: ServerResponse,
): Promise<void> | undefined {
  if (body.isSeekable()) body.rewind();
  const content = body.inMemory();
  if (content === null) return writeChunks(body, outgoing);
  outgoing.end(typeof content === 'string' ? content : asBuffer(content));
  return undefined;
}

async function writeChunks(body: StreamInterface, outgoing: ServerResponse): Promise<void> {
  try {
    for await (const chunk of body) {
      // A replaced `write` may return nothing.
      if ((outgoing.write(asBuffer(chunk)) as unknown) === false) await drained(outgoing);
      if (outgoing.destroyed) throw NodeAdapterError.clientGone();
    }
    outgoing.end();
  } finally {
    body.close();
  }
}

/** Settles when more can be written, or when nothing can be written any more. */
function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      outgoing.off('drain', settle).off('close', settle);
      resolve();
    };
    outgoing.once('drain', settle).once('close', settle);
  });
}

/** A `Buffer`, which packages for Node expect; not a copy. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
