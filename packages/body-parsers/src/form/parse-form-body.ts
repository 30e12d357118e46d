import { formCharset, parseForm, type FormOptions } from '@mortise/form-encoding';
import type { MediaType } from '@mortise/http-syntax';
import { BodyError } from '../body-error.js';

/**
 * Parses a URL-encoded form like PHP, in the charset of its media type. A byte order mark before it is skipped.
 *
 * @param mediaType only its `charset` is used; default `null`, which is UTF-8
 * @returns a map with a null prototype at every level; `{}` for an empty form
 * @throws {BodyError} `BODY_CHARSET` for a charset other than UTF-8 and windows-1252
 * @throws {FormError} if a limit is exceeded: `status` 413 or 400
 */
export function parseFormBody(
  body: Uint8Array | string,
  mediaType: Pick<MediaType, 'parameters'> | null = null,
  options: FormOptions = {},
): object {
  const label = mediaType?.parameters['charset'] ?? 'utf-8';
  const charset = formCharset(label);
  if (charset === null) throw BodyError.charset(label);
  return parseForm(charset === 'utf-8' ? withoutMark(body) : body, { ...options, charset });
}

/** A byte order mark would become part of the first name. */
function withoutMark(body: Uint8Array | string): Uint8Array | string {
  if (typeof body === 'string') return body.startsWith('\ufeff') ? body.slice(1) : body;
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;
}
