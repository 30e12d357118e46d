import { quote, warnOnce } from '@mortise/base';
import type { ResponseInterface } from '@mortise/http-message';

/** The longest lifetime that browsers accept, 400 days in seconds (RFC 6265bis 5.5). */
const LONGEST = 34_560_000;

/**
 * Creates a function that is called with each response. It warns once if a cookie has a longer lifetime than browsers
 * accept, because in Express and others `maxAge` is in milliseconds.
 */
export function cookieLifetimeWarning(): (response: ResponseInterface) => void {
  const warnNow = warnOnce('COOKIE_LIFETIME');
  return (response) => {
    for (const cookie of response.getHeader('Set-Cookie')) {
      const [, seconds] = /;\s*max-age=(\d+)/i.exec(cookie) ?? [];
      if (seconds === undefined || Number(seconds) <= LONGEST) continue;
      const [name = ''] = cookie.split('=', 1);
      warnNow(
        `the cookie ${quote(name)} has a maxAge of ${seconds} seconds, but browsers keep cookies for at most 400 days`,
        'maxAge is in seconds: for a year, write maxAge: 60 * 60 * 24 * 365.',
      );
    }
  };
}
