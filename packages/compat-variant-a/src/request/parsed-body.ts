import { isThenable, warnOnce } from '@mortise/base';
import { isDevelopment } from '@mortise/base/message';
import type { ServerRequestInterface, StreamInterface } from '@mortise/http-message';
import { type MediaType, splitList } from '@mortise/http-syntax';
import { BodyError, forMediaType, parseFormBody } from '@mortise/body-parsers';
import { VariantAError } from '../variant-a-error.js';
import {
  type MediaTypeParser,
  type MediaTypeParsers,
  parsePhpForm,
  PHP_NAMES,
  textParser,
} from './media-type-parsers.js';
import { exceeds } from './exceeding-bodies.js';
import { parsedMediaTypeOf } from './media-type.js';

/** What the parsed body of a request depends on, besides the body itself. */
export interface BodyRules {
  readonly parsers: MediaTypeParsers;
  /** Maximum size of a parsed body, in bytes. */
  readonly limit: number;
}

/**
 * The parsed body of a request, parsed on demand. All copies of a request share one object
 * until one of them sets another body.
 */
export class ParsedBody {
  readonly #rules: BodyRules;
  /** `undefined` until it is known. */
  #value: object | null | undefined;
  /** The form that was parsed to find `_METHOD`, and the body that it was parsed from. */
  #form: { readonly body: StreamInterface; readonly data: object } | null = null;
  /** A body that could not be parsed as a form, so that a second call does not fail again. */
  #unreadable: StreamInterface | null = null;
  /** Whether to return the parsed body of the underlying request. */
  #isForeign = false;

  constructor(rules: BodyRules, value?: object | null) {
    this.#rules = rules;
    this.#value = value;
  }

  /**
   * Creates the parsed body of a request that another application parses.
   *
   * @param rules for bodies that `reparseBody` parses again
   */
  static foreign(rules: BodyRules): ParsedBody {
    const parsed = new ParsedBody(rules);
    parsed.#isForeign = true;
    return parsed;
  }

  of(request: ServerRequestInterface): object | null {
    if (this.#isForeign) return request.getParsedBody();
    if (this.#value !== undefined) return this.#value;
    const type = parsedMediaTypeOf(request);
    const parser = type === null ? null : forMediaType(this.#rules.parsers, type);
    // Not stored, because a parser can still be registered.
    if (type === null || parser === null) return unparsed(request, type);
    const coding = codingOf(request);
    if (coding !== '' && request.getBody().getSize() !== 0) throw BodyError.encoding(coding);
    if (parser === parsePhpForm) return (this.#value = this.#readForm(request));
    const data: unknown = parser(wholeBody(request.getBody(), this.#rules.limit), type);
    if (typeof data !== 'object' || isThenable(data)) {
      throw VariantAError.invalidParserResult(type.essence, data);
    }
    return (this.#value = data);
  }

  /**
   * Returns the parsed body, or else the body parsed as a form, which does not become the parsed body.
   *
   * @returns `null` for a form that exceeds the limit or has a content coding, and for one that already failed to parse
   */
  formOf(request: ServerRequestInterface): object | null {
    if (this.#value !== undefined) return this.#value;
    const body = request.getBody();
    if (exceeds(body, this.#rules.limit) || codingOf(request) !== '') return null;
    if (this.#unreadable === body) return null;
    try {
      return this.#readForm(request);
    } catch (error) {
      this.#unreadable = body;
      throw error;
    }
  }

  #readForm(request: ServerRequestInterface): object {
    const body = request.getBody();
    if (this.#form?.body !== body) {
      const raw = wholeBody(body, this.#rules.limit);
      const type = parsedMediaTypeOf(request) ?? NO_PARAMETERS;
      const data = parseFormBody(raw, type, PHP_NAMES, request);
      this.#form = { body, data };
    }
    return this.#form.data;
  }

  /**
   * Returns the parsed body for a copy with another body or media type. If the body was already parsed, that result is
   * kept.
   */
  forOtherContent(): ParsedBody {
    return this.#isForeign || this.#value !== undefined ? this : new ParsedBody(this.#rules);
  }

  withValue(value: object | null): ParsedBody {
    return new ParsedBody(this.#rules, value);
  }

  withoutValue(): ParsedBody {
    return new ParsedBody(this.#rules);
  }

  withParser(mediaType: string, parser: MediaTypeParser): ParsedBody {
    const parsers = new Map(this.#rules.parsers).set(mediaType, textParser(parser));
    const copy = new ParsedBody({ ...this.#rules, parsers }, this.#value);
    copy.#isForeign = this.#isForeign;
    return copy;
  }
}

const warnNow = warnOnce('BODY_NOT_PARSED');

/** Returns `null`. Warns once, in development, of a form that nothing parses, so that it seems to have no fields. */
function unparsed(request: ServerRequestInterface, type: MediaType | null): null {
  if (type?.essence === 'multipart/form-data' && isDevelopment(request)) {
    warnNow(
      'a form with files (multipart/form-data) was not parsed when its fields were read',
      'Write createApp({ temporaryStorage: createTemporaryStorage() }), with createTemporaryStorage from mortise.',
    );
  }
  return null;
}

/** Returns the content coding; `''` if there is none. */
function codingOf(request: ServerRequestInterface): string {
  const coding = splitList(request.getHeaderLine('Content-Encoding')).join(', ');
  return coding.toLowerCase() === 'identity' ? '' : coding;
}

const NO_PARAMETERS = { parameters: {} };

/** Returns the body from its start, without changing its position. */
function wholeBody(body: StreamInterface, limit: number): Uint8Array | string {
  if (exceeds(body, limit)) throw BodyError.tooLarge(limit);
  const position = body.tell();
  if (position > 0 && body.isSeekable()) {
    body.rewind();
    const whole = body.inMemory();
    body.seek(position);
    return whole ?? notInMemory();
  }
  return body.inMemory() ?? notInMemory();
}

function notInMemory(): never {
  throw VariantAError.bodyNotRead();
}
