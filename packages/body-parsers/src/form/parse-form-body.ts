import { formCharset, parseForm, type ParseFormOptions } from '@mortise/form-encoding';
import type { MediaType } from '@mortise/http-syntax';
import { BodyError } from '../body-error.js';

/**
 * Reads a URL-encoded form as PHP does, in the character set that its media type names.
 *
 * @param mediaType its `charset` counts; default `null`, which is UTF-8
 * @returns a map with a null prototype at every level; `{}` for an empty form
 * @throws {BodyError} `BODY_CHARSET` for another character set than UTF-8 and windows-1252
 * @throws {FormError} over the limits: `status` 413 or 400
 */
export function parseFormBody(
  body: Uint8Array | string,
  mediaType: Pick<MediaType, 'parameters'> | null = null,
  options: ParseFormOptions = {},
): object {
  const label = mediaType?.parameters['charset'] ?? 'utf-8';
  const charset = formCharset(label);
  if (charset === null) throw BodyError.charset(label);
  return parseForm(body, { ...options, charset });
}
