import { isPlainFunction } from '@mortise/base';
import type { MiddlewareInterface } from '@mortise/http-message';
import type { MiddlewareFunction } from '../variant-types.js';

/** Whether a value is PSR-15 middleware: an object with a `process` method. */
export function isMiddleware(value: unknown): value is MiddlewareInterface {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<MiddlewareInterface>).process === 'function'
  );
}

/**
 * Returns PSR-15 middleware unchanged, and a function as the `process` method of new middleware; `null` for any other
 * value.
 */
export function toMiddleware(value: unknown): MiddlewareInterface | null {
  if (isMiddleware(value)) return value;
  return isPlainFunction(value) ? { process: value as MiddlewareFunction } : null;
}
