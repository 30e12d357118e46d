import type { ServerRequestInterface } from '@mortise/http-message';
import { isToken } from '@mortise/http-syntax';
import type { CorsRules, Field } from './cors-rules.js';

const REQUESTED = 'Access-Control-Request-Method';

/** The request headers, besides `Origin`, that the response to a preflight depends on. */
export const PREFLIGHT_VARY = [REQUESTED, 'Access-Control-Request-Headers'] as const;

/**
 * Whether a request is a preflight: `OPTIONS` with `Origin` and `Access-Control-Request-Method`.
 *
 * @see Fetch, CORS-preflight request
 */
export function isPreflight(
  request: Pick<ServerRequestInterface, 'getMethod' | 'hasHeader'>,
): boolean {
  return (
    request.getMethod() === 'OPTIONS' && request.hasHeader('Origin') && request.hasHeader(REQUESTED)
  );
}

/**
 * Returns the headers of the response to a preflight, in addition to `Access-Control-Allow-Origin`.
 *
 * @param methods the allowed methods; for `'*'`, the requested method is added
 */
export function preflightFields(
  request: Pick<ServerRequestInterface, 'getHeaderLine'>,
  methods: readonly string[],
  { preflight }: Pick<CorsRules, 'preflight'>,
): readonly Field[] {
  const allowed = methods.filter((method) => method !== '*');
  const requested = request.getHeaderLine(REQUESTED);
  // Do not send `*`: with credentials, it means a method named "*" (Fetch, CORS-preflight fetch).
  const isAnyOther = methods.includes('*') && isToken(requested) && !allowed.includes(requested);
  if (isAnyOther) allowed.push(requested);
  return [['Access-Control-Allow-Methods', allowed.join(', ')], ...preflight];
}
