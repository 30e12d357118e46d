import type { ServerRequestInterface } from '@mortise/http-message';
import { parseMediaType } from '@mortise/http-syntax';
import { BodyError } from '../body-error.js';
import { contentDecoder } from '../content-coding.js';
import { collect } from '../read-body.js';
import { boundaryOf } from './boundary.js';
import { type MultipartLimits, multipartLimits } from './limits.js';
import type { PartHeader } from './part-header.js';
import { scanParts } from './scan-parts.js';
import type { ScannedPart } from './scanned-part.js';

/**
 * A field or a file of a form, while it comes in. Its bytes can be read once, by iterating or by one of
 * the members; what is not read is passed over.
 */
export interface Part extends PartHeader, AsyncIterable<Uint8Array> {
  /** All bytes: at most those that the limits allow. */
  bytes(): Promise<Uint8Array>;
  /** All bytes as UTF-8; what is none becomes U+FFFD. */
  text(): Promise<string>;
}

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
 * @throws {BodyError} when the first part is asked for: `BODY_MEDIA_TYPE` (415) for another type than
 *   `multipart/form-data`, `BODY_ENCODING` for a content coding; then what {@link multipartParts} throws
 */
export async function* parts(
  request: ServerRequestInterface,
  options: PartsOptions = {},
): AsyncGenerator<Part> {
  contentDecoder(request, new Map());
  const body = request.getBody();
  const { onProgress, ...limits } = options;
  const total = body.getSize();
  const { maxBytes } = multipartLimits(limits);
  if (total !== null && total > maxBytes) throw BodyError.tooLarge(maxBytes);
  yield* multipartParts(body, request.getHeaderLine('Content-Type'), {
    ...limits,
    onProgress: (received) => onProgress?.(received, total),
  });
}

/**
 * The work of {@link parts} on any bytes: the request of another framework, a file.
 *
 * @param contentType with the boundary
 * @throws {BodyError} `BODY_MALFORMED` (400) for a form that breaks off or is none, `BODY_PART_HEADER`
 *   (400), `BODY_TOO_LARGE`, `BODY_PART_TOO_LARGE`, `BODY_TOO_MANY_PARTS` (413)
 */
export async function* multipartParts(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  options: PartsOptions = {},
): AsyncGenerator<Part> {
  const mediaType = parseMediaType(contentType);
  if (mediaType?.essence !== 'multipart/form-data') throw BodyError.wrongMediaType(contentType);
  const { onProgress, ...given } = options;
  const limits = multipartLimits(given);
  const scan = scanParts(body, boundaryOf(mediaType), {
    limits,
    truncate: false,
    onProgress: (received) => onProgress?.(received, null),
  });
  for await (const part of scan) yield partOf(part, limits.maxFileBytes);
}

function partOf({ name, filename, mediaType, content }: ScannedPart, maxFileBytes: number): Part {
  const chunks = () =>
    typeof content === 'string' ? once(content) : counted(content, maxFileBytes);
  const bytes = () => collect(chunks(), Infinity);
  return {
    name,
    filename,
    mediaType,
    bytes,
    text: async () =>
      typeof content === 'string' ? content : new TextDecoder().decode(await bytes()),
    [Symbol.asyncIterator]: chunks,
  };
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  if (text !== '') yield await Promise.resolve(Buffer.from(text));
}

async function* counted(
  content: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > limit) throw BodyError.partTooLarge('file', limit);
    yield chunk;
  }
}
