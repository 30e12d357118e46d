import type { ParseFormOptions } from '@mortise/form-encoding';
import type {
  Awaitable,
  MiddlewareInterface,
  ServerRequestInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { type MediaType, parseMediaType } from '@mortise/http-syntax';
import { BodyError } from './body-error.js';
import {
  type BodyParser,
  type BodyParsers,
  type BodyReaders,
  forMediaType,
} from './body-parser.js';
import { type ContentDecoders, contentDecoder, decodeContent } from './content-coding.js';
import { parseFormBody } from './form/parse-form-body.js';
import { isPromise } from './is-promise.js';
import { parseJson, parseJsonStrictly } from './json/parse-json.js';
import { readBody } from './read-body.js';

/** How bodies are parsed. */
export interface BodyParsingOptions {
  /** Makes the stream from which a body can be read again after it was parsed. */
  readonly factories: Pick<StreamFactoryInterface, 'createStream'>;

  /** More parsers, or others for the types that are known (JSON and URL-encoded forms). */
  readonly parsers?: BodyParsers;

  /** For types whose body is read piece by piece and consumed: multipart forms. */
  readonly readers?: BodyReaders;

  /** Which content codings are undone before a parser runs. Default none: each is refused. */
  readonly decoders?: ContentDecoders;

  /** Most bytes of a body that is parsed, as it came and decoded. Default 1 MiB (1,048,576). */
  readonly maxBytes?: number;

  /** Answers 400 to a body, or a Content-Type, that cannot be read, instead of leaving it unparsed. Default `false`. */
  readonly strict?: boolean;

  /** Limits and names of URL-encoded forms. */
  readonly form?: ParseFormOptions;
}

const ONE_MEBIBYTE = 1_048_576;

/**
 * Parses the body of each request whose media type it knows, before it passes the request on; the
 * raw body stays readable, unless a reader consumed it.
 *
 * The request passes on as it came when its media type is unknown or malformed, when the body cannot
 * be decoded or is empty (an empty form is `{}`), and when a parsed body is there already.
 *
 * Its `process` throws, or rejects with, a {@link BodyError} (413 too large, 415 coding or character
 * set, 400 malformed in strict mode) or a `FormError` (413, 400).
 */
export function bodyParsing(options: BodyParsingOptions): MiddlewareInterface {
  const parse = bodyParser(options);
  return {
    process(request, handler) {
      const parsed = parse(request);
      return isPromise(parsed)
        ? parsed.then((ready) => handler.handle(ready))
        : handler.handle(parsed);
    },
  };
}

/**
 * The work of {@link bodyParsing} without a middleware.
 *
 * @returns a function that gives a request with its parsed body, or the same request; at once when
 *   the body is in memory
 */
export function bodyParser(
  options: BodyParsingOptions,
): (request: ServerRequestInterface) => Awaitable<ServerRequestInterface> {
  const { strict = false } = options;
  const parsers = allParsers(options);
  const readers = new Map(Object.entries(options.readers ?? {}));
  const parseInMemory = inMemoryParser(options);
  return (request) => {
    const type = request.getParsedBody() === null ? mediaTypeOf(request, strict) : null;
    if (type === null) return request;
    const reader = forMediaType(readers, type);
    if (reader !== null) return reader(request, type);
    const parser = forMediaType(parsers, type);
    return parser === null ? request : parseInMemory(request, (body) => parser(body, type));
  };
}

type Parse = (body: Uint8Array | string) => Awaitable<object | null>;

/** Reads a body into memory and sees to it that it can be read again. */
function inMemoryParser({ factories, maxBytes = ONE_MEBIBYTE, decoders = {} }: BodyParsingOptions) {
  const decoderOf = new Map(Object.entries(decoders));
  return (request: ServerRequestInterface, parse: Parse): Awaitable<ServerRequestInterface> => {
    const decoder = contentDecoder(request, decoderOf);
    const body = request.getBody();
    if (body.isSeekable()) body.rewind();
    const raw = readBody(body, maxBytes);
    if (isPromise(raw)) {
      return raw.then((bytes) =>
        withParsed(readableAgain(request, bytes, factories), decoded(bytes), parse),
      );
    }
    return withParsed(request, decoded(raw), parse);

    function decoded(came: Uint8Array | string): Awaitable<Uint8Array | string> {
      return decoder === null || came.length === 0 ? came : decodeContent(came, decoder, maxBytes);
    }
  };
}

function withParsed(
  request: ServerRequestInterface,
  body: Awaitable<Uint8Array | string>,
  parse: Parse,
): Awaitable<ServerRequestInterface> {
  if (isPromise(body)) return body.then((late) => withParsed(request, late, parse));
  const data = parse(body);
  if (isPromise(data)) return data.then((late) => withData(request, late));
  return withData(request, data);
}

function withData(request: ServerRequestInterface, data: object | null): ServerRequestInterface {
  return data === null ? request : request.withParsedBody(data);
}

function readableAgain(
  request: ServerRequestInterface,
  raw: Uint8Array | string,
  factories: BodyParsingOptions['factories'],
): ServerRequestInterface {
  const body = request.getBody();
  if (!body.isSeekable()) return request.withBody(factories.createStream(raw));
  body.rewind();
  return request;
}

function allParsers({
  parsers = {},
  strict = false,
  form,
}: BodyParsingOptions): Map<string, BodyParser> {
  return new Map<string, BodyParser>([
    ['application/json', strict ? parseJsonStrictly : parseJson],
    ['application/x-www-form-urlencoded', (body, type) => parseFormBody(body, type, form)],
    ...Object.entries(parsers),
  ]);
}

function mediaTypeOf(request: ServerRequestInterface, strict: boolean): MediaType | null {
  const line = request.getHeaderLine('Content-Type');
  const type = line === '' ? null : parseMediaType(line);
  if (type === null && line !== '' && strict) throw BodyError.mediaType(line);
  return type;
}
