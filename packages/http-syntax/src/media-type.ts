import { skipOws, trimOws } from './field-value.js';
import { type Parameters, parseParameters } from './parameters.js';
import { quote } from './quoted-string.js';
import { isToken, tokenEnd } from './token.js';

const SLASH = 0x2f;
const SEMICOLON = 0x3b;
const NONE: Parameters = Object.freeze(Object.create(null) as Record<string, string>);

/** A media type as a Content-Type header or a media range names it. All but parameter values is lower case. */
export interface MediaType {
  /** `text` in `text/html`; `*` in a range. */
  readonly type: string;
  /** `vnd.api+json` in `application/vnd.api+json`; `*` in a range. */
  readonly subtype: string;
  /** Type and subtype, `text/html`: what to compare. */
  readonly essence: string;
  /** The structured suffix with its plus sign, `+json`; `''` when there is none (RFC 6838 4.2.8). */
  readonly suffix: string;
  /** By lower-case name, values with their case kept and quotes taken off; a null-prototype object. */
  readonly parameters: Parameters;
}

/**
 * The one reading of a media type: the code that chooses by it and the code that checks it see the same.
 *
 * @returns null unless the whole value is one media type; so for `''`, `text`, `a/b/c`,
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

/** The media type as text: `text/html; charset=utf-8`; values that are not tokens are quoted. Reads back as an equal media type. */
export function formatMediaType(mediaType: Pick<MediaType, 'essence' | 'parameters'>): string {
  let text = mediaType.essence;
  for (const [name, value] of Object.entries(mediaType.parameters)) {
    text += `; ${name}=${isToken(value) ? value : quote(value)}`;
  }
  return text;
}

/** The parameters that follow a media type or another list member; null when what follows is none. */
export function parametersAfter(text: string, end: number): Parameters | null {
  const at = skipOws(text, end);
  if (at === text.length) return NONE;
  return text.charCodeAt(at) === SEMICOLON ? parseParameters(text, at + 1) : null;
}
