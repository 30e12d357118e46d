import { isSpent, SPENT } from '@mortise/base/adapter';
import type { StreamInterface } from '@mortise/http-message';
import type { ServerResponse } from 'node:http';
import { NodeAdapterError } from '../node-adapter-error.js';

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
  if (isSpent(body, content)) throw NodeAdapterError.invalidResponse(SPENT);
  outgoing.end(typeof content === 'string' ? content : asBuffer(content));
  return undefined;
}

async function writeChunks(body: StreamInterface, outgoing: ServerResponse): Promise<void> {
  let proceed = (): void => undefined;
  const settle = (): void => {
    proceed();
  };
  // One listener for all chunks: `compression` adds `drain` listeners to its own stream and never removes them.
  outgoing.on('drain', settle).on('close', settle);
  // With `compression`: what it holds back would reach the client only together with later chunks.
  const { flush } = outgoing as { flush?: () => void };
  let due: NodeJS.Immediate | undefined;
  try {
    for await (const chunk of body) {
      clearImmediate(due);
      // A replaced `write` may return nothing.
      if ((outgoing.write(asBuffer(chunk)) as unknown) === false && !outgoing.destroyed) {
        await new Promise<void>((resolve) => (proceed = resolve));
      }
      if (outgoing.destroyed) throw NodeAdapterError.clientGone();
      // The body has no more data in this turn of the event loop.
      if (typeof flush === 'function') due = setImmediate(flush.bind(outgoing));
    }
    outgoing.end();
  } finally {
    clearImmediate(due);
    outgoing.off('drain', settle).off('close', settle);
    body.close();
  }
}

/** Returns the same memory as a `Buffer`, which packages for Node expect. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
