import type { AttributeKey, ServerRequestInterface } from '@mortise/http-message';

const COOKIES_PASSED: AttributeKey<true> = 'mortise.cookies-passed';

/**
 * Records that application code reads cookies, such as an endpoint that describes them, or that code which does not tell
 * what it reads has received the request, such as a mounted fetch handler. If the request has cookies, the response can
 * depend on them, so no default makes it public.
 */
export function noteCookiesPassed(request: ServerRequestInterface): void {
  if (request.hasHeader('Cookie')) request.getLifetime().setValue(COOKIES_PASSED, true);
}

/** Whether such code has received or read cookies: see {@link noteCookiesPassed}. */
export function passedCookies(request: ServerRequestInterface): boolean {
  return request.getLifetime().getValue(COOKIES_PASSED) === true;
}
