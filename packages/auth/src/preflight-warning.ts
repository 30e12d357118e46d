import { warnOnce } from '@mortise/base';
import { isDevelopment } from '@mortise/base/message';
import type { AttributeKey, ServerRequestInterface } from '@mortise/http-message';

/** Set by `cors` when it passes a request on. */
const DECIDED: AttributeKey<boolean> = 'mortise.cors-decided';

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
    const isMissed = isPreflight && request.getLifetime().getValue(DECIDED) === undefined;
    if (!isMissed || !isDevelopment(request)) return;
    warnNow(
      `${name}() refused a preflight: browsers send it without credentials, so a page of another origin cannot call the application`,
      'If the page is yours, write app.add(cors({ ... })) after this layer: the layer added last runs first.',
    );
  };
}
