import type { MiddlewareInterface } from 'mortise';
import { refusal } from './refusal.js';

/**
 * Refuses what a page of another site sends. A browser sends HTTP Basic credentials by itself, and
 * says with every change from which origin it comes (RFC 6454 7); other clients send no `Origin`.
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
