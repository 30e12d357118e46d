import { skipOws, trimOws } from './field-value.js';
import { type Parameters, parseParameters } from './parameters.js';
import { quote } from './quoted-string.js';
import { isToken, tokenEnd } from './token.js';

const SLASH = 0x2f;
const SEMICOLON = 0x3b;
const NONE: Parameters = Object.freeze(Object.create(null) as Record<string, string>);

/** A media type of a Content-Type header, or a media range. Everything except parameter values is lower case. */
export interface MediaType {
  /** `text` in `text/html`; `*` in a range. */
  readonly type: string;
  /** `vnd.api+json` in `application/vnd.api+json`; `*` in a range. */
  readonly subtype: string;
  /** Type and subtype (`text/html`), for comparisons. */
  readonly essence: string;
  /** The structured syntax suffix with its plus sign (`+json`); `''` if absent (RFC 6838 4.2.8). */
  readonly suffix: string;
  /** The parameters, keyed by lower-case name, with unquoted values in their original case; a null-prototype object. */
  readonly parameters: Parameters;
}

/**
 * Parses a media type. Use only this function, so that all code interprets media types in the same way.
 *
 * @returns null unless the whole value is one media type: null, for example, for `''`, `text`, `a/b/c`,
 *   `application/json garbage`, two types joined by a comma, and `charset = utf-8`
 * @see RFC 9110 8.3.1
 */
export function parseMediaType(value: string): MediaType | null {
  const text = trimOws(value);
  const slash = tokenEnd(text, 0);
  const end = tokenEnd(text, slash + 1);
  if (slash === 0 || text.charCodeAt(slash) !== SLASH || end === slash + 1) return null;
  const parameters = parametersAfter(text, end);
  if (parameters === null) return null;
  const essence = text.slice(0, end).toLowerCase();
  const subtype = essence.slice(slash + 1);
  const plus = subtype.lastIndexOf('+');
  const suffix = plus === -1 ? '' : subtype.slice(plus);
  return { type: essence.slice(0, slash), subtype, essence, suffix, parameters };
}

/**
 * Returns the media type as text: `text/html; charset=utf-8`; values that are not tokens are quoted. The text parses to
 * an equal media type.
 */
export function formatMediaType(mediaType: Pick<MediaType, 'essence' | 'parameters'>): string {
  let text = mediaType.essence;
  for (const [name, value] of Object.entries(mediaType.parameters)) {
    text += `; ${name}=${isToken(value) ? value : quote(value)}`;
  }
  return text;
}

/** Returns the parameters after a media type or another list member; null if the rest is not a list of parameters. */
export function parametersAfter(text: string, end: number): Parameters | null {
  const at = skipOws(text, end);
  if (at === text.length) return NONE;
  return text.charCodeAt(at) === SEMICOLON ? parseParameters(text, at + 1) : null;
}
