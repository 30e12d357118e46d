import { formCharset, parseForm, type FormOptions } from '@mortise/form-encoding';
import type { MediaType } from '@mortise/http-syntax';
import { BodyError } from '../body-error.js';

/**
 * Parses a URL-encoded form like PHP, in the charset of its media type. A leading UTF-8 byte order mark is skipped.
 *
 * @param mediaType only its `charset` is used; `null`, the default, means UTF-8
 * @returns a map with a null prototype at every level; empty for an empty form
 * @throws {BodyError} `BODY_CHARSET` if the charset is neither UTF-8 nor windows-1252
 * @throws {FormError} if a limit is exceeded; its `status` is 413 or 400
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

/** Removes a byte order mark, which would become part of the first name. */
function withoutMark(body: Uint8Array | string): Uint8Array | string {
  if (typeof body === 'string') return body.startsWith('\ufeff') ? body.slice(1) : body;
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;
}
