import { REPEATED_NAMES } from '@mortise/base/keys';
import {
  formCharset,
  formEntries,
  type FormOptions,
  parseForm,
  repeatedNames,
} from '@mortise/form-encoding';
import type { ServerRequestInterface } from '@mortise/http-message';
import type { MediaType } from '@mortise/http-syntax';
import { BodyError } from '../body-error.js';

/**
 * Parses a URL-encoded form like PHP, in the charset of its media type. A UTF-8 byte order mark before it is skipped, and
 * the form is then UTF-8, whatever the media type says.
 *
 * @param mediaType only its `charset` is used; `null`, the default, means UTF-8
 * @param request the request whose body it is: typed endpoints then find the values of repeated names, of which the result
 *   has only the last. Default: none
 * @returns a map with a null prototype at every level; empty for an empty form
 * @throws {BodyError} `BODY_CHARSET` if the charset is neither UTF-8 nor windows-1252
 * @throws {FormError} if a limit is exceeded; its `status` is 413 or 400
 */
export function parseFormBody(
  body: Uint8Array | string,
  mediaType: Pick<MediaType, 'parameters'> | null = null,
  options: FormOptions = {},
  request: ServerRequestInterface | null = null,
): object {
  const label = mediaType?.parameters['charset'] ?? 'utf-8';
  const named = formCharset(label);
  if (named === null) throw BodyError.charset(label);
  const form = withoutMark(body);
  const charset = form === body ? named : 'utf-8';
  const all = { ...options, charset };
  request?.getLifetime().setValue(REPEATED_NAMES, {
    fields: () => repeatedNames(formEntries(form, all), all),
    files: () => [],
  });
  return parseForm(form, all);
}

/** Removes a byte order mark, which would become part of the first name. */
function withoutMark(body: Uint8Array | string): Uint8Array | string {
  if (typeof body === 'string') return body.startsWith('\ufeff') ? body.slice(1) : body;
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;
}
