import type { Awaitable, StreamInterface } from '@mortise/http-message';
import { withoutWaiting } from '../patience.js';

/** Uses a stream, then closes it. Rejects with a violation if the use does not settle. */
export async function withStream(
  created: Awaitable<StreamInterface>,
  use: (stream: StreamInterface) => Awaitable<void>,
): Promise<void> {
  const stream = await created;
  try {
    await withoutWaiting(Promise.resolve(use(stream)), 'the stream');
  } finally {
    stream.close();
  }
}
