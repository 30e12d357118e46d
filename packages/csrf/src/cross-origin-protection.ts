import { quote, warnOnce } from '@mortise/base';
import { CROSS_ORIGIN_CHECKED } from '@mortise/base/keys';
import { isDevelopment } from '@mortise/base/message';
import { ensure, list, nested, observer, options, or } from '@mortise/base/options';
import { isOrigin } from '@mortise/http-syntax';
import type { MiddlewareInterface, ServerRequestInterface } from '@mortise/http-message';
import { crossOriginRefusal } from './cross-origin-refusal.js';
import { CsrfError } from './csrf-error.js';

/** Options of {@link crossOriginProtection}. */
export interface CrossOriginOptions {
  /**
   * The origins whose pages may send requests, as browsers send them, without a trailing slash: `https://app.example`.
   * Default: none.
   */
  readonly trustedOrigins?: readonly string[] | undefined;

  /** Called for each refused request. If it throws or rejects, the failure is written to the console. */
  readonly onEvent?: ((event: CrossOriginEvent) => void) | undefined;
}

/** A refused request. */
export interface CrossOriginEvent {
  readonly type: 'cross-origin-refused';
  readonly code: 'CROSS_ORIGIN' | 'CROSS_ORIGIN_OLD_BROWSER';
  readonly request: ServerRequestInterface;
}

const origin = nested((value: string, path: string) => {
  ensure(isOrigin(value), path, value, originExample(value));
  return value;
});
const declared = options<CrossOriginOptions>()(
  'crossOriginProtection',
  { trustedOrigins: or(list(origin, 'a list of origins'), []), onEvent: observer },
  { origin: 'trustedOrigins', origins: 'trustedOrigins', allowedOrigins: 'trustedOrigins' },
);

/**
 * Returns middleware that throws {@link CsrfError}, a 403, for requests with an unsafe method from pages on other
 * origins. It needs neither tokens nor sessions. To exempt a route, add the layer to a group and register the route
 * outside it. In development, a warning names the first refused origin.
 *
 * @throws {OptionError} if an option is unknown, or an origin does not have the form that browsers send
 */
export function crossOriginProtection(given: CrossOriginOptions = {}): MiddlewareInterface {
  const { trustedOrigins, onEvent } = declared(given);
  const trusted = new Set(trustedOrigins);
  const warnNow = warnOnce('CROSS_ORIGIN');
  return {
    name: 'crossOriginProtection',
    process(request, handler) {
      const code = crossOriginRefusal(request, trusted);
      if (code === null) {
        request.getLifetime().setValue(CROSS_ORIGIN_CHECKED, true);
        return handler.handle(request);
      }
      const from = request.getHeaderLine('Origin');
      if (from === 'null' && isDevelopment(request)) {
        warnNow(
          'crossOriginProtection() refused a request from a page without an origin: a local file, or a sandboxed frame',
          'Serve the page over http, for example with staticFiles(), and open its address.',
        );
      } else if (isOrigin(from) && isDevelopment(request)) {
        warnNow(
          `crossOriginProtection() refused a request from a page on ${from}`,
          `If the page is yours, write crossOriginProtection({ trustedOrigins: [${quote(from)}] }).`,
        );
      }
      onEvent({ type: 'cross-origin-refused', code, request });
      throw CsrfError.refused(code);
    },
  };
}

/** @returns the origin of a URL; `null` if the text is not an http or https URL */
function originOf(text: string): string | null {
  try {
    const { origin, protocol } = new URL(text);
    return protocol === 'http:' || protocol === 'https:' ? origin : null;
  } catch {
    return null;
  }
}

function originExample(origin: unknown): string {
  const meant = typeof origin === 'string' && !origin.includes('*') ? originOf(origin) : null;
  return `an origin as browsers send it: "${meant ?? 'https://app.example'}"`;
}
