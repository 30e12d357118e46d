import type {
  AttributeKey,
  Awaitable,
  ServerRequestInterface,
  StreamInterface,
} from '@mortise/http-message';
import { isThenable } from '../thenable.js';
import { isBodiless } from './bodiless.js';
import { checkRequest } from './check-request.js';
import { noteBodyParser } from './note-body-parser.js';

/**
 * Parses the body of a request.
 *
 * @returns the request with its parsed body, or the same request if there is nothing to parse
 */
export type ParseBody = (request: ServerRequestInterface) => Awaitable<ServerRequestInterface>;

/** The body parser of an application; its routes can have their own. */
export interface AttachedParser extends ParseBody {
  /** Returns what the parser does with a request; see {@link parserStateOf}. */
  stateOf?(request: ServerRequestInterface): ParserState;
}

/**
 * `'attached'`: {@link parseBody} parses the body if its media type is supported. `'refused'`: the route has the
 * `body: false` option. `'absent'`: neither the application nor the route has a parser.
 */
export type ParserState = 'attached' | 'refused' | 'absent';

/** The outcome of parsing one stream as one media type. */
interface ParsedBody {
  readonly source: StreamInterface;
  readonly type: string;
  readonly outcome: () => Awaitable<ServerRequestInterface>;
  readonly next: ParsedBody | null;
}

const PARSER: AttributeKey<AttachedParser> = 'mortise.body-parser';
const PARSED: AttributeKey<ParsedBody | null> = 'mortise.parsed-bodies';

/**
 * Returns the parser that {@link parseBody} would use for a request; `null` if none is attached or the request has no
 * body.
 */
export function attachedBodyParser(request: ServerRequestInterface): AttachedParser | null {
  return isBodiless(request) ? null : (request.getLifetime().getValue(PARSER) ?? null);
}

/**
 * Attaches the parser that {@link parseBody} uses to a request and all of its copies. An inner application replaces the
 * parser of an outer one until it has responded.
 */
export function attachBodyParser(request: ServerRequestInterface, parse: AttachedParser): void {
  checkRequest('attachBodyParser', request, 'getLifetime');
  if (!isBodiless(request)) request.getLifetime().setValue(PARSER, parse);
}

/** Returns whether {@link parseBody} can parse the body of a request, for hints about a body that was not parsed. */
export function parserStateOf(request: ServerRequestInterface): ParserState {
  const parse = request.getLifetime().getValue(PARSER);
  if (parse === undefined) return 'absent';
  return parse.stateOf?.(request) ?? 'attached';
}

/**
 * Returns a request with its parsed body. The first call parses the body, with the parser that the application
 * attached; later calls, even for other copies of the request, return the same data. If middleware has set a parsed
 * body, it stays, and nothing is read. A copy with another body or another `Content-Type` is parsed separately.
 *
 * @returns the same request if no parser is attached, if the parser does not support the media type, or if there is no
 *   body; synchronously if the body is in memory
 * @throws the errors of the parser (413, 400, 415), synchronously or as a rejection; the same error for each call
 */
export function parseBody(request: ServerRequestInterface): Awaitable<ServerRequestInterface> {
  checkRequest('parseBody', request, 'getLifetime');
  if (isBodiless(request)) return request;
  const parse = request.getLifetime().getValue(PARSER);
  return parse === undefined ? request : parseBodyWith(request, parse);
}

/** Like {@link parseBody}, but with the given parser, for middleware and applications that have their own. */
export function parseBodyWith(
  request: ServerRequestInterface,
  parse: ParseBody,
): Awaitable<ServerRequestInterface> {
  // The headers are checked first, because most requests have no body.
  if (isBodiless(request)) return request;
  const type = request.getHeaderLine('Content-Type');
  if (type === '') return request;
  noteBodyParser(request);
  if (request.getParsedBody() !== null) return request;
  const lifetime = request.getLifetime();
  const source = request.getBody();
  const all = lifetime.getValue(PARSED) ?? null;
  let other: ParsedBody | null = null;
  for (let one = all; one !== null; one = one.next) {
    if (one.source !== source) continue;
    if (one.type === type) return withOutcome(request, one.outcome());
    other = one;
  }
  const keep = (outcome: ParsedBody['outcome']): void => {
    lifetime.setValue(PARSED, { source, type, outcome, next: all });
  };
  let result: Awaitable<ServerRequestInterface>;
  try {
    result = other === null ? parse(request) : parsedAgain(request, parse, other);
  } catch (error) {
    keep(() => {
      throw error;
    });
    throw error;
  }
  // The same request means that nothing was read, so a route with another parser can still parse the body.
  if (result !== request) keep(() => result);
  return result;
}

/**
 * Parses a body that was already parsed as another media type; the bytes of its stream are in the request of that
 * outcome.
 */
function parsedAgain(
  request: ServerRequestInterface,
  parse: ParseBody,
  { outcome }: ParsedBody,
): Awaitable<ServerRequestInterface> {
  if (request.getBody().isSeekable()) return parse(request);
  const again = (other: ServerRequestInterface) => parse(request.withBody(other.getBody()));
  const other = outcome();
  return isThenable(other) ? other.then(again) : again(other);
}

/** Adds the parsed body and the files of another copy to a request. */
function withOutcome(
  request: ServerRequestInterface,
  result: Awaitable<ServerRequestInterface>,
): Awaitable<ServerRequestInterface> {
  if (isThenable(result)) return result.then((late) => withOutcome(request, late));
  const parsed = result.getParsedBody();
  const files = result.getUploadedFiles();
  let copy = request.getBody() === result.getBody() ? request : request.withBody(result.getBody());
  if (parsed !== null) copy = copy.withParsedBody(parsed);
  return Object.keys(files).length === 0 ? copy : copy.withUploadedFiles(files);
}
