import { warnOnce } from '@mortise/base';
import { CORS_DECIDED } from '@mortise/base/keys';
import { isDevelopment } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';

/**
 * Creates a function that warns once, in development, if a preflight that no `cors` layer has seen is refused because it
 * has no credentials, which browsers never send with one.
 *
 * @param name of the layer, such as `bearerAuth`
 */
export function preflightWarning(name: string): (request: ServerRequestInterface) => void {
  const warnNow = warnOnce('PREFLIGHT_REFUSED');
  return (request) => {
    const isPreflight =
      request.getMethod() === 'OPTIONS' &&
      request.hasHeader('Origin') &&
      request.hasHeader('Access-Control-Request-Method');
    const isMissed = isPreflight && request.getLifetime().getValue(CORS_DECIDED) === undefined;
    if (!isMissed || !isDevelopment(request)) return;
    warnNow(
      `${name}() refused a preflight: browsers send it without credentials, so a page from another origin cannot call the application`,
      'If the page is yours, write app.add(cors({ ... })) after this layer: the layer added last runs first.',
    );
  };
}
