import { withType } from '@mortise/base/message';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { FileError } from '../file-error.js';
import { type ByteRange, parseRange } from '../parse-range.js';
import type { BodyPart } from './file-body.js';
import { allowsRange, type Representation } from './representation.js';

/** A response with the headers of its parts, which are `length` bytes together. */
interface Plan {
  readonly response: ResponseInterface;
  readonly parts: readonly BodyPart[];
  readonly length: number;
}

/**
 * Plans the whole file, a 206 with one range, or a 206 with several.
 *
 * @param hasRanges whether the request can ask for ranges: the file is the requested resource
 * @throws {FileError} `RANGE_NOT_SATISFIABLE`
 */
export function planOf(
  request: ServerRequestInterface,
  response: ResponseInterface,
  file: Representation,
  hasRanges: boolean,
): Plan {
  const { size } = file;
  const typed = withType(response, file.contentType);
  const ranges = hasRanges ? rangesOf(request, response, file) : null;
  if (ranges === null) {
    return {
      response: typed,
      parts: size === 0 ? [] : [{ start: 0, end: size - 1 }],
      length: size,
    };
  }
  const [first] = ranges;
  if (first === undefined) throw FileError.rangeNotSatisfiable(size);
  const partial = typed.withStatus(206);
  if (ranges.length > 1) return severalRanges(partial, ranges, size);
  const described = partial.withHeader('Content-Range', contentRange(first, size));
  return { response: described, parts: [first], length: first.end - first.start + 1 };
}

function rangesOf(
  request: ServerRequestInterface,
  response: ResponseInterface,
  file: Representation,
): readonly ByteRange[] | null {
  const range = request.getHeaderLine('Range');
  if (range === '' || request.getMethod() !== 'GET') return null;
  const ifRange = request.hasHeader('If-Range') ? request.getHeaderLine('If-Range') : null;
  if (!allowsRange(ifRange, file)) return null;
  // A date can be that of another representation, such as another coding, which the client has a part of.
  if (response.hasHeader('Vary') && comparesDate(request, ifRange)) return null;
  const ranges = parseRange(range, file.size);
  // Clients would decode the multipart body as a whole, but only its parts are encoded.
  const isCoded = response.hasHeader('Content-Encoding');
  return isCoded && ranges !== null && ranges.length > 1 ? null : ranges;
}

/** @param ifRange an allowed value: a tag or a date; `null` if absent */
function comparesDate(request: ServerRequestInterface, ifRange: string | null): boolean {
  return request.hasHeader('If-Unmodified-Since') || ifRange?.endsWith('"') === false;
}

/** @see RFC 9110 14.6 multipart/byteranges */
function severalRanges(
  response: ResponseInterface,
  ranges: readonly ByteRange[],
  size: number,
): Plan {
  const boundary = crypto.randomUUID();
  const type = response.getHeaderLine('Content-Type');
  const text = (written: string): Uint8Array => Buffer.from(written, 'latin1');
  const parts: BodyPart[] = ranges.flatMap((range) => [
    text(
      `\r\n--${boundary}\r\nContent-Type: ${type}\r\nContent-Range: ${contentRange(range, size)}\r\n\r\n`,
    ),
    range,
  ]);
  parts.push(text(`\r\n--${boundary}--\r\n`));
  return {
    response: response.withHeader('Content-Type', `multipart/byteranges; boundary=${boundary}`),
    parts,
    length: parts.reduce((sum, part) => sum + lengthOf(part), 0),
  };
}

function contentRange({ start, end }: ByteRange, size: number): string {
  return `bytes ${start}-${end}/${size}`;
}

function lengthOf(part: BodyPart): number {
  return part instanceof Uint8Array ? part.length : part.end - part.start + 1;
}
