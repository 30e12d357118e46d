import { quote } from '@mortise/base';
import { StoreError } from './store-error.js';

/** Maximum bytes of a value, unless a store has another limit: 1 MiB. */
export const DEFAULT_MAX_BYTES = 1_048_576;

/** Maximum bytes of a key, as UTF-8. */
const MAX_KEY_BYTES = 512;

/** Maximum time to live in milliseconds: 10 years. */
export const MAX_TTL = 315_360_000_000;

/** Maximum amount by which one step changes a counter. */
export const MAX_STEP = 2_147_483_647;

const encoder = new TextEncoder();

/**
 * Checks a key, for implementations of the contract.
 *
 * @throws {StoreError} `STORE_KEY_INVALID`
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
  const message = `invalid key: received ${quote(key)}; expected 1 to ${MAX_KEY_BYTES} bytes of UTF-8 without NUL`;
  throw new StoreError('STORE_KEY_INVALID', message, { value: key });
}

/**
 * Checks a time to live, for implementations of the contract.
 *
 * @throws {StoreError} `STORE_TTL_INVALID`
 */
export function checkTtl(ttl: number): void {
  if (Number.isSafeInteger(ttl) && ttl >= 1 && ttl <= MAX_TTL) return;
  const message = `invalid time to live: received ${quote(ttl)}; expected an integer of milliseconds from 1 to ${MAX_TTL}`;
  throw new StoreError('STORE_TTL_INVALID', message, { value: ttl });
}

/**
 * Checks the amount that is added to a counter, for implementations of the contract.
 *
 * @throws {StoreError} `STORE_STEP_INVALID` for a value that is not an integer within {@link MAX_STEP} of 0
 */
export function checkStep(by: number): void {
  if (Number.isSafeInteger(by) && Math.abs(by) <= MAX_STEP) return;
  const message = `invalid step: received ${quote(by)}; expected an integer from -${MAX_STEP} to ${MAX_STEP}`;
  throw new StoreError('STORE_STEP_INVALID', message, { value: by });
}

/**
 * Returns the bytes of a value, for implementations of the contract: a copy, or text as UTF-8.
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
    // A string has at most as many characters as bytes: one that is far too long is not encoded.
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
