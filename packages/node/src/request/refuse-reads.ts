import type { IncomingMessage } from 'node:http';

const READS: ReadonlySet<unknown> = new Set(['data', 'readable']);

/**
 * Watches a message whose body is gone: a reader would wait for it without end.
 *
 * @param onRead called once, after code has begun to read the message; `pipe` and iteration add these listeners too
 */
export function refuseReads(message: IncomingMessage, onRead: () => void): void {
  // Another handler has the same message.
  if (Object.hasOwn(message, 'on')) return;
  const on = message.on.bind(message);
  const watched: typeof message.on = (event, listener) => {
    if (READS.has(event)) {
      message.on = message.addListener = on;
      process.nextTick(onRead);
    }
    return on(event, listener);
  };
  message.on = message.addListener = watched;
}
