import { BODY_TAKEN, claimSource, keepError } from '@mortise/base/message';
import type { StreamInterface } from '@mortise/http-message';
import { MessageError, refusal } from './message-error.js';

/** Returns the position after a `seek`; throws if it would be outside the stream. */
export function seekTarget(
  offset: unknown,
  whence: unknown,
  position: number,
  size: number,
): number {
  const starts = new Map<unknown, number>([
    [0, 0],
    [1, position],
    [2, size],
  ]);
  const target = (starts.get(whence) ?? NaN) + (Number.isInteger(offset) ? Number(offset) : NaN);
  if (target >= 0 && target <= size) return target;
  throw refusal('STREAM_OFFSET_INVALID', `a position must be an integer from 0 to ${size}`, offset);
}

/** Returns the length if it is valid. */
export function assertLength(length: unknown): number {
  if (Number.isInteger(length) && Number(length) >= 0) return Number(length);
  throw refusal('STREAM_LENGTH_INVALID', 'a length must be an integer of at least 0', length);
}

/** Returns the body if it is a stream. */
export function assertStream(body: StreamInterface): StreamInterface {
  if (typeof (body as Partial<StreamInterface> | null)?.isSeekable === 'function') return body;
  const problem =
    'a body must be a stream, from createStream(text) or createStreamFromResource(source)';
  throw refusal('STREAM_NOT_READABLE', problem, body);
}

/** Returns the content of a stream if it is bytes. */
export function assertBytes(content: Uint8Array): Uint8Array {
  if (content instanceof Uint8Array) return content;
  throw refusal('STREAM_NOT_READABLE', 'content must be a string or a Uint8Array', content);
}

/** Returns the source of a stream if it is an async iterable, and free. The error of a Node stream is kept. */
export function assertSource(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  keepError(source);
  if (!isAsyncIterable(source)) {
    const problem = 'a source must be an async iterable of Uint8Array';
    throw refusal('STREAM_NOT_READABLE', problem, source);
  }
  if (!claimSource(source)) throw new MessageError('BODY_CONSUMED', BODY_TAKEN);
  return source;
}

function isAsyncIterable(value: Partial<AsyncIterable<unknown>> | null | undefined): boolean {
  return typeof value?.[Symbol.asyncIterator] === 'function';
}

/** Creates the error of a closed or detached stream. */
export function detached(): MessageError {
  return new MessageError(
    'STREAM_DETACHED',
    'the stream was closed or detached: a body or an uploaded file is closed when its request ends',
  );
}

/** Creates the error of `text` for a body that was already read to its end. */
export function consumed(): MessageError {
  return new MessageError(
    'BODY_CONSUMED',
    'the body has already been read and can be read only once; parse it in one place, in body parsing middleware, and use getParsedBody()',
  );
}

/** Creates the error for writing to a stream that is not in memory. */
export function notWritable(): MessageError {
  return new MessageError(
    'STREAM_NOT_WRITABLE',
    'the stream is not writable: only in-memory streams are',
  );
}
