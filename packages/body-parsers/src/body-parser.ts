import { andThen, isThenable, memberOf, quote } from '@mortise/base';
import {
  factoriesOf,
  isBodiless,
  isSmallBody,
  noteBodyParser,
  type ParseBody,
} from '@mortise/base/message';
import { OptionError } from '@mortise/base/options';
import type { Awaitable, ServerRequestInterface, StreamInterface } from '@mortise/http-message';
import { type MediaType, parseMediaType } from '@mortise/http-syntax';
import { BodyConsumedError } from './body-consumed-error.js';
import { BodyError } from './body-error.js';
import { contentDecoder, decodeContent } from './content-coding.js';
import type { ContentDecoder } from './contract.js';
import { type BodyParsingOptions, declaredBody } from './body-options.js';
import { type Parse, parsersByType } from './parsers-by-type.js';
import { byMediaType, forMediaType } from './for-media-type.js';
import { FORM, MislabeledJson } from './mislabeled-json.js';
import { readBody } from './read-body.js';

type Checked = ReturnType<typeof declaredBody>;

/**
 * Creates the function that `bodyParsing` applies to each request.
 *
 * @param path the path of the options, for error messages
 * @returns a function that returns the request with its parsed body, or the same request; synchronously if the body is
 *   in memory. It throws, or rejects with, the errors of `bodyParsing`.
 * @throws {OptionError} `OPTION_INVALID` if an option is unknown or has a wrong value
 */
export function bodyParser(given: BodyParsingOptions, path = 'bodyParsing'): ParseBody {
  const checked = declaredBody(given, path);
  const { strict } = checked;
  const parsers = parsersByType(checked, path);
  const readers = byMediaType(checked.readers, `${path}.readers`);
  const parseInMemory = inMemoryParser(checked);
  const mislabeled = new MislabeledJson();
  // The next request probably has the same `Content-Type`.
  let known: { readonly line: string; readonly parse: ParseBody } | null = null;
  return (request) => {
    if (isBodiless(request)) return request;
    const line = request.getHeaderLine('Content-Type');
    // With `@mortise/fetch`, `isBodiless` has already handled an empty body without reading headers.
    if (line === '' || (isRead(request) && request.getBody().getSize() === 0)) return request;
    noteBodyParser(request);
    if (request.getParsedBody() !== null) return request;
    if (line !== known?.line) known = { line, parse: parserOf(line) };
    return known.parse(request);
  };

  function parserOf(line: string): ParseBody {
    const type = mediaTypeOf(line, strict);
    const reader = type && forMediaType(readers, type);
    const parse = type && forMediaType(parsers, type);
    if (type === null || (reader ?? parse) === null)
      return (request) => mislabeled.unparsed(request, line);
    const checked = type.essence === FORM ? checkedForm(parse as Parse) : (parse as Parse);
    return (request) => {
      BodyConsumedError.refuse(request.getBody());
      return reader === null
        ? parseInMemory(request, type, checked)
        : andThen(reader(request, type), checkRead);
    };
  }

  /** Refuses the result of a custom reader that is not a request. */
  function checkRead(read: ServerRequestInterface): ServerRequestInterface {
    if (typeof memberOf(read, 'getParsedBody') === 'function') return read;
    const expected = 'the request with its parsed body, or the same request';
    const problem = `a reader of ${path}.readers returned ${quote(read)}`;
    throw new OptionError(`${path}.readers`, read, expected, problem);
  }

  function checkedForm(parse: Parse): Parse {
    return (body, type, request) => mislabeled.form(request, parse(body, type, request));
  }
}

/** What is needed to parse the body of a request, except its bytes. */
interface Pending {
  readonly request: ServerRequestInterface;
  readonly type: MediaType;
  readonly parse: Parse;
  /** `null` if the body has no content coding. */
  readonly decoder: ContentDecoder | null;
}

/** Reads a body into memory, decodes and parses it, and ensures that it can be read again. */
function inMemoryParser({ factories, maxBytes, decoders }: Checked) {
  return (
    request: ServerRequestInterface,
    type: MediaType,
    parse: Parse,
  ): Awaitable<ServerRequestInterface> => {
    const body = request.getBody();
    let decoder: ContentDecoder | null = null;
    try {
      // An empty body has no content that a coding could have been applied to.
      if (body.getSize() !== 0) decoder = contentDecoder(request, decoders);
    } catch (error) {
      if (body.getSize() !== null) throw error;
      return emptyOr(error, { request, type, parse, decoder });
    }
    const pending: Pending = { request, type, parse, decoder };
    // Most bodies on fetch platforms take this path, which needs one promise less than `readBody`.
    if (isSmallBody(body)) return parsedSmall(body, pending);
    const raw = readFromStart(body, maxBytes);
    if (!isThenable(raw)) return withParsed(request, decoded(raw, pending), pending);
    return parsedLater(raw, pending);
  };

  // Separate functions: with closures inside, each call would allocate the variables that they capture.

  /** Parses a body of unknown size if it is empty. @throws the error for any other body, as a rejection */
  async function emptyOr(error: unknown, pending: Pending): Promise<ServerRequestInterface> {
    try {
      return await parsedBytes(await readBody(pending.request.getBody(), 0), pending);
    } catch (failure) {
      throw failure instanceof BodyError && failure.code === 'BODY_TOO_LARGE' ? error : failure;
    }
  }

  function parsedSmall(body: StreamInterface, pending: Pending): Awaitable<ServerRequestInterface> {
    return body.getContents().then((bytes) => {
      if (bytes.length > maxBytes) throw BodyError.tooLarge(maxBytes);
      return parsedBytes(bytes, pending);
    });
  }

  function parsedLater(
    raw: PromiseLike<Uint8Array | string>,
    pending: Pending,
  ): Awaitable<ServerRequestInterface> {
    return raw.then((bytes) => parsedBytes(bytes, pending));
  }

  function parsedBytes(
    bytes: Uint8Array | string,
    pending: Pending,
  ): Awaitable<ServerRequestInterface> {
    return withParsed(readableAgain(pending.request, bytes), decoded(bytes, pending), pending);
  }

  function decoded(
    body: Uint8Array | string,
    { decoder }: Pending,
  ): Awaitable<Uint8Array | string> {
    return decoder === null || body.length === 0 ? body : decodeContent(body, decoder, maxBytes);
  }

  function readableAgain(
    request: ServerRequestInterface,
    raw: Uint8Array | string,
  ): ServerRequestInterface {
    if (request.getBody().isSeekable()) return request;
    const streams = factoriesOf(request, factories, 'bodyParsing.factories');
    return request.withBody(streams.createStream(raw));
  }
}

function withParsed(
  readable: ServerRequestInterface,
  body: Awaitable<Uint8Array | string>,
  pending: Pending,
): Awaitable<ServerRequestInterface> {
  if (isThenable(body)) return parsedAfter(readable, body, pending);
  // The size of a chunked body is known only now.
  if (body.length === 0 && isRead(readable)) return readable;
  const data = pending.parse(body, pending.type, readable);
  return isThenable(data) ? withLateData(readable, data) : withData(readable, data);
}

function parsedAfter(
  readable: ServerRequestInterface,
  body: PromiseLike<Uint8Array | string>,
  pending: Pending,
): Awaitable<ServerRequestInterface> {
  return body.then((late) => withParsed(readable, late, pending));
}

function withLateData(
  readable: ServerRequestInterface,
  data: PromiseLike<object | null>,
): Awaitable<ServerRequestInterface> {
  return Promise.resolve(data).then((late) => withData(readable, late));
}

function withData(request: ServerRequestInterface, data: object | null): ServerRequestInterface {
  return data === null ? request : request.withParsedBody(data);
}

/** Reads a body from its start; restores the position of a seekable body. */
function readFromStart(body: StreamInterface, limit: number): Awaitable<Uint8Array | string> {
  if (!body.isSeekable()) return readBody(body, limit);
  const position = body.tell();
  body.rewind();
  const raw = readBody(body, limit);
  return isThenable(raw) ? raw.then(back) : back(raw);

  function back(read: Uint8Array | string): Uint8Array | string {
    body.seek(position);
    return read;
  }
}

/** Whether an empty body is no body, regardless of its media type. */
function isRead(request: ServerRequestInterface): boolean {
  const method = request.getMethod();
  return method === 'GET' || method === 'HEAD';
}

function mediaTypeOf(line: string, strict: boolean): MediaType | null {
  const type = parseMediaType(line);
  if (type === null && strict) throw BodyError.mediaType(line);
  return type;
}
