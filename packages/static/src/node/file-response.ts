import { joinBytes } from '@mortise/base';
import { notModified, withType } from '@mortise/base/message';
import type {
  HttpFactoriesInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { evaluatePreconditions, formatHttpDate } from '@mortise/http-syntax';
import { FileError } from '../file-error.js';
import { planOf } from './byte-ranges.js';
import { type BodyPart, FileBody } from './file-body.js';
import type { OpenFile } from './open-file.js';
import type { Representation } from './representation.js';

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
    const plan = planOf(request, described, file, isFound(response));
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

function inMemory(content: Uint8Array, parts: readonly BodyPart[]): Uint8Array {
  return joinBytes(
    parts.map((part) =>
      part instanceof Uint8Array ? part : content.subarray(part.start, part.end + 1),
    ),
  );
}
