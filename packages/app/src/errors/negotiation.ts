import { ignoreRejection, isThenable } from '@mortise/base';
import { accepted, text } from '@mortise/base/options';
import { HeaderBatch, withHeaders, withVary } from '@mortise/base/message';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { negotiateMediaType, parseMediaType, parseQualityList } from '@mortise/http-syntax';
import type { ErrorFormat, ErrorOptions, ErrorRenderer, UnroutedResult } from './contract.js';
import { htmlErrorRenderer } from './render/html.js';
import { jsonErrorRenderer } from './render/json.js';
import { problemErrorRenderer } from './render/problem.js';
import { plainErrorRenderer } from './render/text.js';
import { xmlErrorRenderer } from './render/xml.js';

/** A renderer, its media type, and the headers of its responses. */
export interface RegisteredRenderer {
  /** Including parameters, as in `Content-Type`. */
  readonly mediaType: string;
  /** `Content-Type`, and `Vary` if the choice depends on the request. */
  readonly headers: HeaderBatch;
  readonly render: ErrorRenderer;
  /** Cached responses to unmatched requests, which depend on nothing else; `null` for a custom renderer or page. */
  readonly constants: Constants | null;
}

type Constants = Partial<Record<UnroutedResult['kind'], ConstantResponse>>;

/** A response without a body, and the text of its body, from which responses are created. */
export interface ConstantResponse {
  readonly empty: ResponseInterface;
  readonly text: string;
}

/**
 * Which rules apply. With `'mortise'`, `application/json` has the members of a problem, a client that sends JSON and
 * accepts any type gets a problem, and responses have `Vary: Accept`. With `'slim'`, none of these is true.
 */
export type ErrorStyle = 'mortise' | 'slim';

const MEDIA_TYPES: Readonly<Record<ErrorFormat, string>> = {
  problem: 'application/problem+json',
  json: 'application/json',
  html: 'text/html',
  xml: 'application/xml',
  text: 'text/plain',
};

/** Maximum number of cached choices, and maximum length of a cached key in characters. */
const MAX_CACHED_CHOICES = 100;
const MAX_CACHED_ACCEPT = 200;

/**
 * Chooses one of an error handler's renderers, by media type:
 *
 * 1. the forced type;
 * 2. the best match for `Accept`, unless it only accepts any type;
 * 3. the type of the request body, if that is JSON or XML;
 * 4. the fallback.
 */
export class Negotiation {
  readonly #renderers = new Map<string, RegisteredRenderer>();
  /** A cache: clients send few different headers, and parsing one costs as much as the rest of a response. */
  readonly #choices = new Map<string, RegisteredRenderer>();
  readonly #json: string;
  /**
   * Whether to set `Vary: Accept`, so that a cache never sends an HTML page to an API client (RFC 9110 12.5.5). Slim's
   * error middleware does not set it.
   */
  readonly #varies: boolean;
  #fallback: string;
  #forced: string | null;

  constructor({ page, format, fallback = 'text' }: ErrorOptions, style: ErrorStyle) {
    this.#varies = style === 'mortise' && format === undefined;
    const html = htmlErrorRenderer(page);
    if (page === undefined) this.#set('text/html; charset=utf-8', html);
    else this.register('text/html; charset=utf-8', html);
    this.#set('application/json', style === 'slim' ? jsonErrorRenderer : problemErrorRenderer);
    this.#set('application/problem+json', problemErrorRenderer);
    this.#set('application/xml', xmlErrorRenderer);
    this.#set('text/xml', xmlErrorRenderer);
    this.#set('text/plain; charset=utf-8', plainErrorRenderer);
    this.#json = MEDIA_TYPES[style === 'slim' ? 'json' : 'problem'];
    this.#fallback = MEDIA_TYPES[fallback];
    this.#forced = format === undefined ? null : MEDIA_TYPES[format];
  }

  register(mediaType: string, render: ErrorRenderer): void {
    this.#set(mediaType, checked(render), null);
    this.#choices.clear();
  }

  /** Sets the fallback. @param mediaType a registered one */
  prefer(mediaType: string): void {
    this.#fallback = essenceOf(mediaType);
    this.#choices.clear();
  }

  /** @param mediaType the fallback is used if it is not registered; `null` restores the choice by request */
  force(mediaType: string | null): void {
    this.#forced = mediaType === null ? null : essenceOf(mediaType);
    this.#choices.clear();
  }

  /** Sets the headers of a renderer, and keeps the error's own `Vary`. */
  describe(
    response: ResponseInterface,
    { mediaType, headers }: RegisteredRenderer,
  ): ResponseInterface {
    return this.#varies && response.hasHeader('Vary')
      ? withVary(response.withHeader('Content-Type', mediaType), ['Accept'])
      : withHeaders(response, headers);
  }

  choose(request: ServerRequestInterface): RegisteredRenderer {
    const accept = request.getHeaderLine('Accept');
    const takesAny = accept === '' || accept.includes('*/*');
    const sent = takesAny ? request.getHeaderLine('Content-Type') : '';
    const key = `${accept}\n${sent}`;
    const known = this.#choices.get(key);
    if (known !== undefined) return known;
    const chosen = this.#chosen(accept, this.#bySent(sent) ?? this.#fallback);
    if (this.#choices.size === MAX_CACHED_CHOICES) this.#choices.clear();
    if (key.length <= MAX_CACHED_ACCEPT) this.#choices.set(key, chosen);
    return chosen;
  }

  #set(mediaType: string, render: ErrorRenderer, constants: Constants | null = {}): void {
    const type = ['Content-Type', mediaType] as const;
    const headers = new HeaderBatch(this.#varies ? [type, ['Vary', 'Accept']] : [type]);
    this.#renderers.set(essenceOf(mediaType), { mediaType, headers, render, constants });
  }

  /** @param preferred for a client that accepts any type, or no registered one */
  #chosen(accept: string, preferred: string): RegisteredRenderer {
    const first = this.#renderers.get(preferred) as RegisteredRenderer;
    if (this.#forced !== null) return this.#renderers.get(this.#forced) ?? first;
    const offered = [first, ...this.#renderers.values()].map(({ mediaType }) => mediaType);
    const chosen = negotiateMediaType(accept, offered) ?? this.#withoutParameters(accept);
    return (chosen === null ? null : this.#renderers.get(essenceOf(chosen))) ?? first;
  }

  /**
   * For a client whose ranges of HTML, JSON or XML match only without their parameters, such as `application/json;
   * charset=utf-8` (which has no effect on JSON, RFC 8259 11), or by their suffix: `application/json` for
   * `application/hal+json`.
   *
   * @returns `null` if there is no such range
   */
  #withoutParameters(accept: string): string | null {
    const format = /[/+](html|json|xml)$/;
    const range = parseQualityList(accept).find(
      ({ value, quality }) => quality > 0 && format.test(value),
    );
    if (range === undefined || this.#renderers.has(range.value)) return range?.value ?? null;
    return `application/${format.exec(range.value)?.[1]}`;
  }

  /** Returns the response type for a request body of this type; `null` if it is neither JSON nor XML. */
  #bySent(contentType: string): string | null {
    const essence = parseMediaType(contentType)?.essence ?? '';
    if (/(?:^application\/|\+)json$/.test(essence)) return this.#json;
    return /(?:^application\/|^text\/|\+)xml$/.test(essence) ? MEDIA_TYPES.xml : null;
  }
}

/** Makes a renderer throw for a result that is not text, such as a promise, whose rejection would end the process. */
function checked(render: ErrorRenderer): ErrorRenderer {
  return (...given) => {
    const result: unknown = render(...given);
    if (isThenable(result)) ignoreRejection(result);
    return accepted(text(), result as string, 'result of the error page or renderer');
  };
}

function essenceOf(mediaType: string): string {
  return parseMediaType(mediaType)?.essence ?? mediaType;
}
