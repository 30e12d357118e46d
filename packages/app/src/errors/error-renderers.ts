import { negotiateMediaType, parseMediaType, parseQualityList } from '@mortise/http-syntax';
import type { ErrorRenderer } from './error-renderer.js';
import { type ErrorPage, htmlErrorRenderer } from './html-error-renderer.js';
import { jsonErrorRenderer } from './json-error-renderer.js';
import { plainErrorRenderer } from './plain-error-renderer.js';
import { problemErrorRenderer } from './problem-error-renderer.js';
import { xmlErrorRenderer } from './xml-error-renderer.js';

/** A renderer and what its answers are declared as. */
export interface RegisteredRenderer {
  /** With its parameters: a `Content-Type`. */
  readonly mediaType: string;
  readonly render: ErrorRenderer;
}

/** Most choices that are remembered, and the longest Accept header of one, in characters. */
const MOST_CHOICES = 100;
const LONGEST_ACCEPT = 200;

/** The renderers of one error handler by media type, and the choice among them. */
export class ErrorRenderers {
  readonly #renderers = new Map<string, RegisteredRenderer>();
  /** Clients send few different headers, and reading one costs as much as the rest of an answer. */
  readonly #choices = new Map<string, RegisteredRenderer>();
  #preferred = 'text/html';
  #forced: string | null = null;

  constructor(page?: ErrorPage) {
    this.register('text/html; charset=utf-8', htmlErrorRenderer(page));
    this.register('application/json', jsonErrorRenderer);
    this.register('application/problem+json', problemErrorRenderer);
    this.register('application/xml', xmlErrorRenderer);
    this.register('text/xml', xmlErrorRenderer);
    this.register('text/plain; charset=utf-8', plainErrorRenderer);
  }

  register(mediaType: string, render: ErrorRenderer): void {
    this.#renderers.set(essenceOf(mediaType), { mediaType, render });
    this.#choices.clear();
  }

  /** @param mediaType a registered one */
  prefer(mediaType: string): void {
    this.#preferred = essenceOf(mediaType);
    this.#choices.clear();
  }

  /** @param mediaType has no effect when it is not registered; `null` ends the force */
  force(mediaType: string | null): void {
    this.#forced = mediaType === null ? null : essenceOf(mediaType);
    this.#choices.clear();
  }

  /** @param accept the value of the Accept header; `''` accepts everything */
  choose(accept: string): RegisteredRenderer {
    const known = this.#choices.get(accept);
    if (known !== undefined) return known;
    const chosen = this.#chosen(accept);
    if (this.#choices.size === MOST_CHOICES) this.#choices.clear();
    if (accept.length <= LONGEST_ACCEPT) this.#choices.set(accept, chosen);
    return chosen;
  }

  #chosen(accept: string): RegisteredRenderer {
    const preferred = this.#renderers.get(this.#preferred) as RegisteredRenderer;
    if (this.#forced !== null) return this.#renderers.get(this.#forced) ?? preferred;
    const offered = [preferred, ...this.#renderers.values()].map(({ mediaType }) => mediaType);
    const chosen = negotiateMediaType(accept, offered) ?? kinOf(accept);
    return (chosen === null ? null : this.#renderers.get(essenceOf(chosen))) ?? preferred;
  }
}

/** `application/json` for a client that reads `application/hal+json`; XML likewise. */
function kinOf(accept: string): string | null {
  const wanted = parseQualityList(accept).find(
    ({ value, quality }) => quality > 0 && /\+(?:json|xml)$/.test(value),
  );
  return wanted === undefined ? null : `application/${wanted.value.replace(/^.*\+/, '')}`;
}

function essenceOf(mediaType: string): string {
  return parseMediaType(mediaType)?.essence ?? mediaType;
}
