import { andThen } from '@mortise/base';
import type { Awaitable, ServerRequestInterface } from '@mortise/http-message';
import type { CorsRules } from './cors-rules.js';

/**
 * Returns the value of `Access-Control-Allow-Origin` for a request.
 *
 * @returns `'*'` if every origin may read the response; otherwise the request's `Origin` if it is allowed, and `null`
 *   if it is not, is absent, or contains several origins
 * @see Fetch, CORS protocol
 */
export function allowedOrigin(
  request: ServerRequestInterface,
  { origins }: Pick<CorsRules, 'origins'>,
): Awaitable<string | null> {
  if (origins === '*') return '*';
  const origin = request.getHeaderLine('Origin');
  if (typeof origins !== 'function') return origins.has(origin) ? origin : null;
  if (origin === '' || /[\s,]/.test(origin)) return null;
  return andThen(origins(request, origin), (isAllowed) => (isAllowed ? origin : null));
}
