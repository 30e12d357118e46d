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
 * Passes on the body of a request as it arrives. A body that has fully arrived does not fail if the client disconnects.
 *
 * @returns a function that stops it
 */
export function receiveBody(
  message: IncomingMessage,
  { take, end, fail }: BodyReceiver,
): () => void {
  const lose = (error: unknown = message.errored): void => {
    if (error instanceof NodeAdapterError) fail(error);
    else if (message.complete) takeRest();
    else fail(NodeAdapterError.clientGone(error));
  };
  // A client can close the connection once it has sent the whole body: the part that Node has buffered remains readable.
  const takeRest = (): void => {
    message.off('data', take);
    let chunk: Uint8Array | null;
    while ((chunk = message.read() as Uint8Array | null) !== null) take(chunk);
    end();
  };
  // Its `error` and `close` events have already been emitted. A `data` listener would make Node drop what it has buffered.
  if (message.destroyed) process.nextTick(lose);
  else message.on('data', take).on('end', end).on('error', lose).on('close', lose);
  return () => {
    message.off('data', take).off('end', end).off('error', lose).off('close', lose);
  };
}
