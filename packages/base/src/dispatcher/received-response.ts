import type { DispatchController, DispatchedFields } from './dispatcher.js';

/**
 * Reads the headers of a response.
 *
 * @returns alternating names and values, one character per byte; in the server's order and case, unless an interceptor
 *   has replaced the response
 * @throws {Error} if the body has a transfer coding other than `chunked`: no request accepts one, and the dispatcher
 *   does not decode it (RFC 9112 6.1)
 */
export function receivedFields(
  { rawHeaders }: DispatchController,
  headers: DispatchedFields,
): string[] {
  const given: readonly unknown[] = Array.isArray(rawHeaders)
    ? rawHeaders
    : Object.entries(headers).flat();
  const fields: string[] = [];
  for (let at = 0; at < given.length; at += 2) {
    const name = latin1(given[at]);
    const values = given[at + 1];
    if (Array.isArray(values)) {
      // Interceptors represent a repeated header as one name with a list of values.
      for (const value of values as unknown[]) {
        if (value !== undefined) fields.push(name, checked(name, latin1(value)));
      }
    } else if (values !== undefined) fields.push(name, checked(name, latin1(values)));
  }
  return fields;
}

function checked(name: string, value: string): string {
  const isCoded = name.length === 17 && name.toLowerCase() === 'transfer-encoding';
  if (isCoded && value.trim().toLowerCase() !== 'chunked') {
    throw new Error(`unsupported transfer coding in a response: ${JSON.stringify(value)}`);
  }
  return value;
}

/**
 * Reads the reason phrase of a response, which has no meaning (RFC 9112 4).
 *
 * @returns `''` for a phrase that is not ASCII, which undici has decoded as UTF-8, or has control characters: the response is
 *   still valid
 */
export function receivedReason(reason = ''): string {
  return /^[\t -~]*$/.test(reason) ? reason : '';
}

/**
 * Removes `data`, the response bytes that undici's parser adds to its error, because they can contain secrets and
 * errors are logged.
 *
 * @returns the same error
 */
export function withoutReceivedBytes(error: Error): Error {
  Reflect.deleteProperty(error, 'data');
  return error;
}

/** Node's `Buffer`. */
interface NodeBuffer extends Uint8Array {
  latin1Slice(): string;
}

function latin1(value: unknown): string {
  if (!(value instanceof Uint8Array)) return String(value);
  // Names and values from undici are buffers, whose own method is several times faster.
  return 'latin1Slice' in value
    ? (value as NodeBuffer).latin1Slice()
    : String.fromCharCode(...value);
}
