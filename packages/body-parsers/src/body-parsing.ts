import type {
  Awaitable,
  MiddlewareInterface,
  ServerRequestInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import type { ParseFormOptions } from '@mortise/form-encoding';
import { parseMediaType, type MediaType } from '@mortise/http-syntax';
import { BodyError } from './body-error.js';
import { type BodyParser, type BodyParsers, parserOf } from './body-parser.js';
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

  /** Most bytes of a body that is parsed. Default 1 MiB (1,048,576). */
  readonly maxBytes?: number;

  /** Answers 400 to a body that cannot be read, instead of leaving it unparsed. Default `false`. */
  readonly strict?: boolean;

  /** Limits and names of URL-encoded forms. */
  readonly form?: ParseFormOptions;
}

const ONE_MEBIBYTE = 1_048_576;

/**
 * Parses the body of each request whose media type it knows, before it passes the request on; the
 * raw body stays readable.
 *
 * The request passes on as it came when its media type is unknown or malformed, when the body is
 * empty or cannot be decoded, and when a parsed body is there already.
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
  const { factories, maxBytes = ONE_MEBIBYTE } = options;
  const parsers = allParsers(options);
  return (request) => {
    const type = request.getParsedBody() === null ? mediaTypeOf(request) : null;
    const parser = type === null ? null : parserOf(parsers, type);
    if (type === null || parser === null) return request;
    refuseCoding(request);
    const body = request.getBody();
    if (body.isSeekable()) body.rewind();
    const raw = readBody(body, maxBytes);
    if (!isPromise(raw)) return withParsed(request, raw, parser, type);
    return raw.then((bytes) => {
      const again = readableAgain(request, bytes, factories);
      return withParsed(again, bytes, parser, type);
    });
  };
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
  const json: BodyParser = strict ? parseJsonStrictly : parseJson;
  return new Map<string, BodyParser>([
    ['application/json', json],
    ['+json', json],
    ['application/x-www-form-urlencoded', (body, type) => parseFormBody(body, type, form)],
    ...Object.entries(parsers),
  ]);
}

function mediaTypeOf(request: ServerRequestInterface): MediaType | null {
  const line = request.getHeaderLine('Content-Type');
  return line === '' ? null : parseMediaType(line);
}

function refuseCoding(request: ServerRequestInterface): void {
  const coding = request.getHeaderLine('Content-Encoding');
  if (coding !== '' && coding.toLowerCase() !== 'identity') throw BodyError.encoding(coding);
}

function withParsed(
  request: ServerRequestInterface,
  raw: Uint8Array | string,
  parser: BodyParser,
  type: MediaType,
): Awaitable<ServerRequestInterface> {
  if (raw.length === 0) return request;
  const data = parser(raw, type);
  if (data === null) return request;
  if (!isPromise(data)) return request.withParsedBody(data);
  return data.then((late) => (late === null ? request : request.withParsedBody(late)));
}
