import type { Awaitable, StreamInterface } from '@mortise/http-message';
import { withoutWaiting } from '../patience.js';

/** Uses a stream, which must not keep anybody waiting, and closes it. */
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
