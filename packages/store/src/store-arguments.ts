import { kindOf, quote } from '@mortise/base';
import { StoreError } from './store-error.js';

/** The default maximum bytes of a value: 1 MiB. */
export const DEFAULT_MAX_BYTES = 1_048_576;

/** Maximum bytes of a key, as UTF-8. */
const MAX_KEY_BYTES = 512;

/** Maximum time to live in milliseconds: 10 years. */
export const MAX_TTL = 315_360_000_000;

/** The maximum amount by which one call can change a counter. */
export const MAX_STEP = 2_147_483_647;

const encoder = new TextEncoder();

/**
 * Checks a key, for implementations of {@link StoreInterface}: 1 to 512 bytes of UTF-8 without NUL.
 *
 * @throws {StoreError} `STORE_KEY_INVALID` for any other value
 */
export function checkKey(key: string): void {
  const valid =
    typeof key === 'string' &&
    key !== '' &&
    key.length <= MAX_KEY_BYTES &&
    !key.includes('\0') &&
    key.isWellFormed() &&
    (key.length * 3 <= MAX_KEY_BYTES || encoder.encode(key).length <= MAX_KEY_BYTES);
  if (valid) return;
  const message = `invalid key: received ${kindOf(key)}; expected 1 to ${MAX_KEY_BYTES} bytes of UTF-8 without NUL`;
  throw new StoreError('STORE_KEY_INVALID', message, { value: key });
}

/**
 * Checks a time to live, for implementations of {@link StoreInterface}: an integer of milliseconds from 1 to
 * {@link MAX_TTL}.
 *
 * @throws {StoreError} `STORE_TTL_INVALID` for any other value
 */
export function checkTtl(ttl: number): void {
  if (Number.isSafeInteger(ttl) && ttl >= 1 && ttl <= MAX_TTL) return;
  const message = `invalid time to live: received ${quote(ttl)}; expected an integer of milliseconds from 1 to ${MAX_TTL}`;
  throw new StoreError('STORE_TTL_INVALID', message, { value: ttl });
}

/**
 * Checks the amount to add to a counter, for implementations of {@link StoreInterface}: an integer from -2,147,483,647
 * to 2,147,483,647.
 *
 * @throws {StoreError} `STORE_STEP_INVALID` for any other value
 */
export function checkStep(by: number): void {
  if (Number.isSafeInteger(by) && Math.abs(by) <= MAX_STEP) return;
  const message = `invalid step: received ${quote(by)}; expected an integer from -${MAX_STEP} to ${MAX_STEP}`;
  throw new StoreError('STORE_STEP_INVALID', message, { value: by });
}

/**
 * Returns the bytes of a value, for implementations of {@link StoreInterface}: a copy of bytes, or text as UTF-8.
 *
 * @throws {StoreError} `STORE_VALUE_TOO_LARGE` if there are more than `maxBytes`; `STORE_VALUE_INVALID` if the
 *   value is neither text nor bytes
 */
export function valueBytes(value: Uint8Array | string, maxBytes: number): Uint8Array {
  const tooLong = (length: number): void => {
    if (length <= maxBytes) return;
    const message = `the value has ${length} bytes and exceeds the limit of ${maxBytes}; store less, or raise \`maxBytes\``;
    throw new StoreError('STORE_VALUE_TOO_LARGE', message, { value: length });
  };
  if (typeof value === 'string') {
    // A string has at least as many bytes as characters, so one that is far too long need not be encoded.
    tooLong(value.length);
    const bytes = encoder.encode(value);
    tooLong(bytes.length);
    return bytes;
  }
  if (!(value instanceof Uint8Array)) {
    const message = `invalid value: received ${quote(value)}; expected a string or a Uint8Array`;
    throw new StoreError('STORE_VALUE_INVALID', message, { value });
  }
  tooLong(value.length);
  return Uint8Array.from(value);
}
