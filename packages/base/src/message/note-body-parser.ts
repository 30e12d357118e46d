import { UNPARSED_BODY } from '../keys.js';
import type { ServerRequestInterface } from '@mortise/http-message';

/**
 * Records that a body parser has run for a request, so that an application in development does not warn about a missing
 * one. Custom body parsers must call this before they read the parsed body.
 */
export function noteBodyParser(request: ServerRequestInterface): void {
  const lifetime = request.getLifetime();
  if (lifetime.getValue(UNPARSED_BODY)) lifetime.setValue(UNPARSED_BODY, null);
}
