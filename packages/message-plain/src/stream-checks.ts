import { MessageError, refusal } from './message-error.js';

/** The position that a `seek` asks for. */
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

/** A length as given. */
export function assertLength(length: unknown): number {
  if (Number.isInteger(length) && Number(length) >= 0) return Number(length);
  throw refusal('STREAM_LENGTH_INVALID', 'a length must be an integer of at least 0', length);
}

/** What a closed stream answers. */
export function detached(): MessageError {
  return new MessageError('STREAM_DETACHED', 'the stream was closed or detached');
}

/** What `text` of a body that was read to its end fails with. */
export function consumed(): MessageError {
  return new MessageError(
    'BODY_CONSUMED',
    'the body has been read already and can be read only once; parse it in one place, in body parsing middleware, and use getParsedBody()',
  );
}

/** What a stream answers that is not in memory. */
export function notWritable(): MessageError {
  return new MessageError('STREAM_NOT_WRITABLE', 'only a stream in memory is writable');
}
