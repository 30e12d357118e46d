import { quote, warnOnce } from '@mortise/base';
import { isDevelopment } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import type { CorsRules } from './cors-rules.js';

/** Prints why a browser will hide the response of a request from its page, or not send it. */
export type RefusalWarning = (
  request: ServerRequestInterface,
  origin: string | null,
  methods: readonly string[],
) => void;

/**
 * Creates a function that warns, in development, the first time that a preflight, or a request of a page, has an origin,
 * method or header that is not allowed: the server responds as usual, and only the browser's console says more.
 */
export function refusalWarning({ preflight }: CorsRules): RefusalWarning {
  const warnNow = warnOnce('CORS_REFUSED');
  const allowed = (preflight.find(([name]) => name.endsWith('Allow-Headers'))?.[1] ?? '')
    .toLowerCase()
    .split(', ');
  return (request, origin, methods) => {
    if (!request.hasHeader('Origin') || !isDevelopment(request)) return;
    const refused = refusedOption(request, origin, methods, allowed);
    if (refused === null) return;
    const [what, option] = refused;
    warnNow(
      `cors() does not allow the ${what}, so the browser refuses the request of the page`,
      `If the page is yours, write cors({ ${option} }).`,
    );
  };
}

/** @param methods `[]` for a request that is not a preflight */
function refusedOption(
  request: ServerRequestInterface,
  origin: string | null,
  methods: readonly string[],
  allowed: readonly string[],
): readonly [what: string, option: string] | null {
  const isPreflight = methods.length > 0;
  if (origin === null) {
    // Browsers also send `Origin` to the page's own server.
    const site = request.getHeaderLine('Sec-Fetch-Site');
    const isOther =
      request.getHeaderLine('Sec-Fetch-Mode') === 'cors' && /^(?:cross|same)-site$/.test(site);
    const given = quote(request.getHeaderLine('Origin'));
    return isPreflight || isOther ? [`origin ${given}`, `origins: [${given}]`] : null;
  }
  if (!isPreflight) return null;
  const method = request.getHeaderLine('Access-Control-Request-Method');
  if (!methods.includes(method) && !methods.includes('*'))
    return [`method ${quote(method)}`, `methods: [..., ${quote(method)}]`];
  const header = request
    .getHeaderLine('Access-Control-Request-Headers')
    .split(/\s*,\s*/)
    .map((name) => name.toLowerCase())
    // `*` does not include it (Fetch, CORS-preflight fetch).
    .find(
      (name) =>
        name !== '' &&
        !allowed.includes(name) &&
        (name === 'authorization' || !allowed.includes('*')),
    );
  return header === undefined
    ? null
    : [`header ${quote(header)}`, `allowHeaders: [..., ${quote(header)}]`];
}
