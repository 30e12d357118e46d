import { BODY_TAKEN, claimSource, keepError } from '@mortise/base/message';
import type { StreamInterface } from '@mortise/http-message';
import { invalid, MessageError } from './message-error.js';

const NO_FACTS: Readonly<Record<string, unknown>> = Object.freeze({});

/** Returns the result of `getMetadata`: one value, all of them, or none for a closed stream. */
export function metadata(
  open: boolean,
  facts: Readonly<Record<string, unknown>>,
  key: string | undefined,
): unknown {
  if (key === undefined) return open ? facts : NO_FACTS;
  return open && Object.hasOwn(facts, key) ? facts[key] : null;
}

/** Creates the error of a closed or detached stream. */
export function detached(): MessageError {
  return new MessageError(
    'STREAM_DETACHED',
    'the stream was closed or detached: a body or an uploaded file is closed when its request ends',
  );
}

/** Creates the error for writing to a stream that is not in memory. */
export function notWritable(): MessageError {
  return new MessageError(
    'STREAM_NOT_WRITABLE',
    'the stream is not writable: only in-memory streams are',
  );
}

/** Creates the error of `text` for a body that was already read to its end. */
export function consumed(): MessageError {
  return new MessageError(
    'BODY_CONSUMED',
    'the body has already been read, and can be read only once: parse it in body parsing middleware and use getParsedBody(), or keep the text',
  );
}

/** Returns the body if it is a stream. Untyped code can easily pass text, which would fail only when it is sent. */
export function checkedBody(body: StreamInterface): StreamInterface {
  if (typeof (body as Partial<StreamInterface> | null)?.isSeekable === 'function') return body;
  const expected =
    'a stream; create one with createStream(text) or createStreamFromResource(source)';
  throw invalid('STREAM_NOT_READABLE', 'body', expected, body);
}

/** Returns the content if it is bytes. Untyped code can easily pass an object or a number instead of text. */
export function checkedContent(content: Uint8Array): Uint8Array {
  if (content instanceof Uint8Array) return content;
  throw invalid('STREAM_NOT_READABLE', 'content', 'a string or a Uint8Array', content);
}

/**
 * Returns the source if it is an async iterable that no other stream reads; text and lists are not. The error of a Node
 * stream is kept.
 */
export function checkedSource(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  keepError(source);
  if (!isAsyncIterable(source)) {
    const expected =
      'a Uint8Array, or an async iterable of them, such as a Readable or an async generator';
    throw invalid('STREAM_NOT_READABLE', 'source', expected, source);
  }
  if (claimSource(source)) return source;
  throw new MessageError('BODY_CONSUMED', BODY_TAKEN);
}

function isAsyncIterable(value: Partial<AsyncIterable<unknown>> | null | undefined): boolean {
  return typeof value?.[Symbol.asyncIterator] === 'function';
}

/** Returns the length if it is valid. */
export function checkedLength(length: number): number {
  if (Number.isInteger(length) && length >= 0) return length;
  throw invalid('STREAM_LENGTH_INVALID', 'length', 'an integer of at least 0', length);
}

function origin(whence: number, position: number, size: number): number {
  if (whence === 0) return 0;
  if (whence === 1) return position;
  return whence === 2 ? size : NaN;
}

/** Returns the position after a seek; throws if it would be outside the stream. */
export function seekTarget(
  offset: number,
  whence: 0 | 1 | 2,
  position: number,
  size: number,
): number {
  const target = offset + origin(whence, position, size);
  if (Number.isInteger(target) && target >= 0 && target <= size) return target;
  const expected = `a position from 0 to ${size}, with whence 0, 1 or 2`;
  throw invalid('STREAM_OFFSET_INVALID', 'offset', expected, offset);
}
