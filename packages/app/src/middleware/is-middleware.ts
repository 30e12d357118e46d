import type { MiddlewareInterface } from '@mortise/http-message';

/** Whether a value is PSR-15 middleware, an object with `process`. */
export function isMiddleware(value: unknown): value is MiddlewareInterface {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<MiddlewareInterface>).process === 'function'
  );
}
