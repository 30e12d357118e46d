import { type BodyParser, parseFormBody, parseJson } from '@mortise/body-parsers';
import type { ParseFormOptions } from '@mortise/form-encoding';
import type { MediaType } from '@mortise/http-syntax';

/**
 * Makes data of a whole body, at once.
 *
 * @param input the raw body as text
 * @returns a map, a list, an object of its own; `null` leaves the parsed body unset
 */
export type MediaTypeParser = (input: string) => object | null;

/** Parsers by media type, in lower case. What they give at once is all that counts. */
export type MediaTypeParsers = ReadonlyMap<string, BodyParser>;

/** How forms are read: as by PHP, names included: `a.b` is `a_b`. */
export const PHP_NAMES: ParseFormOptions = { phpNames: true };

/** URL-encoded forms, with {@link PHP_NAMES}. */
export const parsePhpForm: BodyParser = (body, mediaType) =>
  parseFormBody(body, mediaType, PHP_NAMES);

/** JSON and URL-encoded forms. */
export const builtInParsers: MediaTypeParsers = new Map<string, BodyParser>([
  ['application/json', parseJson],
  ['application/x-www-form-urlencoded', parsePhpForm],
]);

/** The parser of a type, else that of its suffix: of `application/json` for `+json`. */
export function parserFor(parsers: MediaTypeParsers, type: MediaType): BodyParser | null {
  const { essence, suffix } = type;
  const own = parsers.get(essence);
  if (own !== undefined || suffix === '') return own ?? null;
  return parsers.get(`application/${suffix.slice(1)}`) ?? null;
}

/** A parser of text as one of bodies. */
export function textParser(parser: MediaTypeParser): BodyParser {
  return (body) => parser(typeof body === 'string' ? body : utf8.decode(body));
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
