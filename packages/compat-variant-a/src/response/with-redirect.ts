import type { RedirectTarget } from '@mortise/app';
import type { ResponseInterface } from '@mortise/http-message';
import { encodeReference } from '@mortise/http-syntax';

/**
 * Returns the response as a redirect.
 *
 * @param url the target; characters that are invalid in a URI are percent-encoded as UTF-8
 * @param status default: the response's own, but 302 instead of 200
 * @throws {TypeError} if `url` is missing
 */
export function withRedirect<R extends ResponseInterface>(
  response: R,
  url: RedirectTarget,
  status: number | null,
): R {
  const given = url as RedirectTarget | null | undefined;
  if (given === undefined || given === null)
    throw new TypeError(
      `invalid redirect target: received ${String(given)}; expected a string or a URI`,
    );
  const redirect = response.withHeader(
    'Location',
    encodeReference(typeof given === 'object' && 'href' in given ? given.href : given.toString()),
  );
  const code = status ?? (response.getStatusCode() === 200 ? 302 : null);
  return code === null ? redirect : redirect.withStatus(code);
}
