import { warnOnce } from '@mortise/base';
import { isDevelopment } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';

/**
 * Creates a function that is called if a layer authenticates a request inside `idempotency`. It warns once, in
 * development: a request with a known key never reaches that layer.
 */
export function authenticationWarning(): (request: ServerRequestInterface) => void {
  const warnNow = warnOnce('IDEMPOTENCY_OUTSIDE_AUTH');
  return (request) => {
    if (!isDevelopment(request)) return;
    warnNow(
      'idempotency() is outside authentication: a client without valid credentials gets the stored outcome of another client that sent the same key',
      'Add idempotency() before the authentication layer, or to a group inside it, and return the id of the user in scope.',
    );
  };
}
