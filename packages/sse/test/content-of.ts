import type { StreamInterface } from '@mortise/http-message';
import { waitForEvent } from '../../../tooling/testing/wait-for.js';

/** Waits for bytes that are due: nothing has to wait for a clock. */
export function soon<T>(bytes: T | PromiseLike<T>): Promise<T> {
  return waitForEvent('bytes of the stream', Promise.resolve(bytes));
}

/** The text of a stream of few events; one that does not end fails instead of filling the memory. */
export function contentOf(body: StreamInterface): Promise<string> {
  return soon(read(body));
}

async function read(body: StreamInterface): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) {
    if (chunks.push(chunk) > 100) throw new Error('the stream does not end');
  }
  return Buffer.concat(chunks).toString();
}
