import { quote, warnOnce } from '@mortise/base';
import { isDevelopment } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import type { CorsRules } from './cors-rules.js';

/** Listing `'null'` would allow every page that has no origin. */
const OF_FILE =
  'It is a local file, or a page in a sandboxed frame: serve the page over http, and open its address.';

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
    const refused = refusalOf(request, origin, methods, allowed);
    if (refused === null) return;
    const [what, advice] = refused;
    warnNow(`cors() does not allow the ${what}, so the browser refuses the page's request`, advice);
  };
}

/** @param methods `[]` for a request that is not a preflight */
function refusalOf(
  request: ServerRequestInterface,
  origin: string | null,
  methods: readonly string[],
  allowed: readonly string[],
): readonly [what: string, advice: string] | null {
  const isPreflight = methods.length > 0;
  if (origin === null) {
    // Browsers also send `Origin` to the page's own server.
    const site = request.getHeaderLine('Sec-Fetch-Site');
    const isOther =
      request.getHeaderLine('Sec-Fetch-Mode') === 'cors' && /^(?:cross|same)-site$/.test(site);
    const given = quote(request.getHeaderLine('Origin'));
    const advice = given === '"null"' ? OF_FILE : adviceFor(`origins: [${given}]`);
    return isPreflight || isOther ? [`origin ${given}`, advice] : null;
  }
  if (!isPreflight) return null;
  const method = request.getHeaderLine('Access-Control-Request-Method');
  if (!methods.includes(method) && !methods.includes('*'))
    return [`method ${quote(method)}`, adviceFor(`methods: [..., ${quote(method)}]`)];
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
    : [`header ${quote(header)}`, adviceFor(`allowHeaders: [..., ${quote(header)}]`)];
}

function adviceFor(option: string): string {
  return `If the page is yours, write cors({ ${option} }).`;
}
