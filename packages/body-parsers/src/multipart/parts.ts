import type { ServerRequestInterface } from '@mortise/http-message';
import { parseMediaType } from '@mortise/http-syntax';
import { BodyError } from '../body-error.js';
import { contentDecoder } from '../content-coding.js';
import { boundaryOf } from './boundary.js';
import { FormBody, type Progress } from './form-body.js';
import { type MultipartLimits, multipartLimits } from './limits.js';
import type { Part } from './part.js';
import { PartsReader } from './parts-reader.js';

/** How {@link parts} reads. */
export interface PartsOptions extends MultipartLimits {
  /** Called with the bytes of the body that came so far, and how many are to come in all; `null` when that is not known. */
  readonly onProgress?: Progress;
}

/**
 * The parts of the form in a request, one after the other, without a temporary file:
 * `for await (const part of parts(request))`.
 *
 * The client is made to wait while nobody reads. Leaving the loop, by an error too, cancels the body.
 *
 * @throws {BodyError} `BODY_ENCODING` (415) for a content coding, `BODY_TOO_LARGE` (413) for a size that
 *   is known to be; else as {@link multipartParts}
 */
export function parts(
  request: ServerRequestInterface,
  options: PartsOptions = {},
): AsyncIterableIterator<Part> {
  contentDecoder(request, new Map());
  const body = request.getBody();
  return formParts(body, request.getHeaderLine('Content-Type'), options, body.getSize());
}

/**
 * The work of {@link parts} on any bytes: the request of another framework, a file.
 *
 * @param contentType with the boundary
 * @throws {BodyError} `BODY_MEDIA_TYPE` (415) for another type than `multipart/form-data`. The
 *   iteration fails with `BODY_MALFORMED` or `BODY_PART_HEADER` (400), or with `BODY_TOO_LARGE`,
 *   `BODY_PART_TOO_LARGE` or `BODY_TOO_MANY_PARTS` (413)
 */
export function multipartParts(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  options: PartsOptions = {},
): AsyncIterableIterator<Part> {
  return formParts(body, contentType, options, null);
}

function formParts(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  options: PartsOptions,
  total: number | null,
): AsyncIterableIterator<Part> {
  const mediaType = parseMediaType(contentType);
  if (mediaType?.essence !== 'multipart/form-data') throw BodyError.wrongMediaType(contentType);
  const boundary = boundaryOf(mediaType);
  const limits = multipartLimits(options);
  const bytes = new FormBody(body, total, limits.maxBytes, options.onProgress);
  return new PartsReader(bytes, boundary, limits);
}
