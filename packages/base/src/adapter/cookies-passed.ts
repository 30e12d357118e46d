import type { AttributeKey, ServerRequestInterface } from '@mortise/http-message';

const COOKIES_PASSED: AttributeKey<true> = 'mortise.cookies-passed';

/**
 * Records that code which does not tell the application what it reads, such as a mounted fetch handler, has received the
 * request. If it has cookies, the response can depend on them, so no default makes it public.
 */
export function noteCookiesPassed(request: ServerRequestInterface): void {
  if (request.hasHeader('Cookie')) request.getLifetime().setValue(COOKIES_PASSED, true);
}

/** Whether such code has received cookies: see {@link noteCookiesPassed}. */
export function passedCookies(request: ServerRequestInterface): boolean {
  return request.getLifetime().getValue(COOKIES_PASSED) === true;
}
