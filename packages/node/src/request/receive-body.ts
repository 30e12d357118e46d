import type { IncomingMessage } from 'node:http';
import { NodeAdapterError } from '../node-adapter-error.js';

/** Receives the bytes of a body, followed by `end` or `fail`. */
export interface BodyReceiver {
  readonly take: (chunk: Uint8Array) => void;
  readonly end: () => void;
  /** Can be called more than once. */
  readonly fail: (error: NodeAdapterError) => void;
}

/**
 * Passes on the body of a request as it arrives.
 *
 * @returns a function that stops it
 */
export function receiveBody(
  message: IncomingMessage,
  { take, end, fail }: BodyReceiver,
): () => void {
  const lose = (error?: unknown): void => {
    fail(error instanceof NodeAdapterError ? error : NodeAdapterError.clientGone(error));
  };
  message.on('data', take).on('end', end).on('error', lose).on('close', lose);
  // Its `error` and `close` events have already been emitted.
  if (message.destroyed) process.nextTick(lose, message.errored);
  return () => {
    message.off('data', take).off('end', end).off('error', lose).off('close', lose);
  };
}
