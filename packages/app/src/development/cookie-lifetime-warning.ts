import { quote, warnOnce } from '@mortise/base';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';

/** The longest lifetime that browsers accept, 400 days in seconds (RFC 6265bis 5.5). */
const LONGEST = 34_560_000;

/** The lifetimes of requests with such a cookie: applications around a mounted one get its responses too. */
const known = new WeakSet<object>();

/**
 * Creates a function that is called with each response. It warns once if a cookie has a longer lifetime than browsers
 * accept, because in Express and others `maxAge` is in milliseconds.
 */
export function cookieLifetimeWarning(): (
  response: ResponseInterface,
  request: ServerRequestInterface,
) => void {
  const warnNow = warnOnce('COOKIE_LIFETIME');
  return (response, request) => {
    const lifetime = request.getLifetime();
    if (known.has(lifetime)) return;
    for (const cookie of response.getHeader('Set-Cookie')) {
      const [, seconds] = /;\s*max-age=(\d+)/i.exec(cookie) ?? [];
      if (seconds === undefined || Number(seconds) <= LONGEST) continue;
      known.add(lifetime);
      const [name = ''] = cookie.split('=', 1);
      warnNow(
        `the cookie ${quote(name)} has a maxAge of ${seconds} seconds, but browsers keep cookies for at most 400 days`,
        'maxAge is in seconds: for a year, write maxAge: 60 * 60 * 24 * 365.',
      );
    }
  };
}
