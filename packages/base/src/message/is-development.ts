import type { ServerRequestInterface } from '@mortise/http-message';
import { ROUTES } from '../keys.js';
import { variable } from '../variable.js';

/**
 * Whether code that handles a request reports mistakes of developers, with {@link warnOnce} or an error: the option
 * `development` of the application that handles it. Below a mount, that is the inner application. Without an
 * application, it is `true` unless `NODE_ENV` is `production`.
 */
export function isDevelopment(request: ServerRequestInterface): boolean {
  const routes = request.getAttribute(ROUTES);
  return routes?.collector.development ?? variable('NODE_ENV') !== 'production';
}
