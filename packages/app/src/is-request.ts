import type { ServerRequestInterface } from '@mortise/http-message';

/** Whether a value is a request, for callers without types. */
export function isRequest(value: unknown): boolean {
  return typeof (value as Partial<ServerRequestInterface> | null)?.getLifetime === 'function';
}
