import type { ServerRequestInterface } from '@mortise/http-message';
import { parseMediaType } from '@mortise/http-syntax';
import { BodyError } from '../body-error.js';
import { contentDecoder } from '../content-coding.js';
import { boundaryOf } from './boundary.js';
import { type MultipartLimits, multipartLimits } from './limits.js';
import { FormPart, type Part } from './part.js';
import { Scan } from './scan.js';

/** How {@link parts} reads. */
export interface PartsOptions extends MultipartLimits {
  /** Called with the bytes of the body that came so far, and how many are to come in all; `null` when that is not known. */
  readonly onProgress?: (received: number, total: number | null) => void;
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
  { onProgress, ...given }: PartsOptions,
  total: number | null,
): AsyncIterableIterator<Part> {
  const mediaType = parseMediaType(contentType);
  if (mediaType?.essence !== 'multipart/form-data') throw BodyError.wrongMediaType(contentType);
  const limits = multipartLimits(given);
  if (total !== null && total > limits.maxBytes) throw BodyError.tooLarge(limits.maxBytes);
  const scan = new Scan(body, boundaryOf(mediaType), {
    limits,
    truncate: false,
    onProgress:
      onProgress === undefined
        ? null
        : (received) => {
            onProgress(received, total);
          },
  });
  const parts: AsyncIterableIterator<Part> = {
    [Symbol.asyncIterator]: () => parts,
    next: async () => {
      const { done, value } = await scan.next();
      return done === true
        ? { done, value }
        : { done: false, value: new FormPart(value, limits.maxFileBytes) };
    },
    return: () => scan.return(),
  };
  return parts;
}
