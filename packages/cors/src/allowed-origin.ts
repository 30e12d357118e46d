import { andThen } from '@mortise/base';
import { ensure } from '@mortise/base/options';
import type { Awaitable, ServerRequestInterface } from '@mortise/http-message';
import type { CorsRules } from './cors-rules.js';

const DECIDES = 'a function that returns true or false, or a promise of it';

/**
 * Returns the value of `Access-Control-Allow-Origin` for a request.
 *
 * @returns `'*'` if every origin may read the response; otherwise the request's `Origin` if it is allowed, and `null`
 *   if it is not, is absent, or contains several origins
 * @throws {OptionError} if the function in `origins` returns anything but `true`, `false` or nothing
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
  return andThen<unknown, string | null>(origins(request, origin), (isAllowed) => {
    // An empty list is truthy, such as that of `allowed.filter((each) => each === origin)`.
    const decides = isAllowed === undefined || typeof isAllowed === 'boolean';
    ensure(decides, 'cors.origins', isAllowed, DECIDES);
    return isAllowed === true ? origin : null;
  });
}
