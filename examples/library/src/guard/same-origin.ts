import type { MiddlewareInterface } from 'mortise';
import { refusal } from './refusal.js';

/**
 * Refuses requests from pages of other sites. A browser sends HTTP Basic credentials automatically, and
 * with every change the origin of the page (RFC 6454 7); other clients send no `Origin`.
 */
export const sameOrigin: MiddlewareInterface = {
  process(request, handler) {
    const origin = request.getHeaderLine('Origin');
    if (origin !== '' && hostOf(origin) !== request.getHeaderLine('Host').toLowerCase()) {
      throw refusal.foreignOrigin();
    }
    return handler.handle(request);
  },
};

/** `null` for the opaque origin `null` and for anything that is not an origin. */
function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
