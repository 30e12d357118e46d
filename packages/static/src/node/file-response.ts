import { joinBytes } from '@mortise/base';
import { notModified, withType } from '@mortise/base/message';
import type {
  HttpFactoriesInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { evaluatePreconditions, formatHttpDate } from '@mortise/http-syntax';
import { FileError } from '../file-error.js';
import { type ByteRange, parseRange } from '../parse-range.js';
import { type BodyPart, FileBody } from './file-body.js';
import type { OpenFile } from './open-file.js';
import { allowsRange, type Representation } from './representation.js';

/** The factories needed for file responses. */
export type FileFactories = Pick<HttpFactoriesInterface, 'createStreamFromResource'>;

/** Where the bytes come from: the open file, or all of them in memory. */
export type FileContent = OpenFile | Uint8Array;

/** Maximum bytes of a body that is read in one piece. */
const WHOLE = 64 * 1024;

/**
 * Responds with a file, with parts of it, or with 304. An open file is closed at the end of the body or, if the body
 * does not read from it, before this function returns.
 *
 * @param response the initial response. Its headers are kept, and its `Content-Type` takes precedence. If its status is
 *   not 200, the whole file is sent, without validators
 * @throws {FileError} `PRECONDITION_FAILED`, `RANGE_NOT_SATISFIABLE`
 * @see RFC 9110 13.2.2, 14
 */
export async function fileResponse(
  request: ServerRequestInterface,
  response: ResponseInterface,
  content: FileContent,
  file: Representation,
  factories: FileFactories,
): Promise<ResponseInterface> {
  let isHandedOver = false;
  try {
    const outcome = isFound(response) ? evaluatePreconditions(request, file) : 'proceed';
    if (outcome === 'failed') throw FileError.preconditionFailed();
    if (outcome === 'not-modified') return unchanged(request, response, file, factories);
    const described = describe(response, file);
    const plan = planOf(request, described, file);
    const sized = plan.response.withHeader('Content-Length', String(plan.length));
    if (request.getMethod() === 'HEAD') return sized;
    if (content instanceof Uint8Array) {
      return sized.withBody(factories.createStreamFromResource(inMemory(content, plan.parts)));
    }
    const [only] = plan.parts;
    if (only === undefined)
      return sized.withBody(factories.createStreamFromResource(new Uint8Array()));
    if (plan.length <= WHOLE && plan.parts.length === 1 && !(only instanceof Uint8Array)) {
      const bytes = await content.readRange(only.start, plan.length);
      return plan.response.withBody(factories.createStreamFromResource(bytes));
    }
    isHandedOver = true;
    // Closes the file if the response is dropped without closing its body.
    request.getLifetime().onEnd(() => {
      content.close();
    });
    const body = new FileBody(content, plan.parts);
    return sized.withBody(factories.createStreamFromResource(body));
  } finally {
    if (!isHandedOver && !(content instanceof Uint8Array)) content.close();
  }
}

/** Returns the 304 to a client that already has the file. @param response the initial one, with status 200 */
export function unchanged(
  request: ServerRequestInterface,
  response: ResponseInterface,
  file: Representation,
  factories: FileFactories,
): ResponseInterface {
  const empty = factories.createStreamFromResource(new Uint8Array());
  return notModified(request, response.withHeader('ETag', file.etag), empty, () => {
    const whole = withType(describe(response, file), file.contentType);
    return { response: whole.withHeader('Content-Length', String(file.size)), size: file.size };
  });
}

/**
 * Whether the file is the requested resource. Otherwise it is a page about it, such as that of a 404, to which neither
 * preconditions nor ranges apply (RFC 9110 13.2.1, 14.2).
 */
function isFound(response: ResponseInterface): boolean {
  return response.getStatusCode() === 200;
}

function describe(response: ResponseInterface, file: Representation): ResponseInterface {
  if (!isFound(response)) return response;
  const described = withValidators(response, file).withHeader('Accept-Ranges', 'bytes');
  return file.coding === null ? described : described.withHeader('Content-Encoding', file.coding);
}

function withValidators(response: ResponseInterface, file: Representation): ResponseInterface {
  // A time in the future becomes that of the response (RFC 9110 8.8.2.1).
  const time = new Date(Math.min(file.lastModified.getTime(), Date.now()));
  return response
    .withHeader('ETag', file.etag)
    .withHeader('Last-Modified', formatHttpDate(time) ?? '');
}

interface Plan {
  readonly response: ResponseInterface;
  readonly parts: readonly BodyPart[];
  readonly length: number;
}

/** Plans the whole file, a 206 with one range, or a 206 with several. */
function planOf(
  request: ServerRequestInterface,
  response: ResponseInterface,
  file: Representation,
): Plan {
  const { size } = file;
  const typed = withType(response, file.contentType);
  const ranges = isFound(response) ? rangesOf(request, response, file) : null;
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

function inMemory(content: Uint8Array, parts: readonly BodyPart[]): Uint8Array {
  return joinBytes(
    parts.map((part) =>
      part instanceof Uint8Array ? part : content.subarray(part.start, part.end + 1),
    ),
  );
}
