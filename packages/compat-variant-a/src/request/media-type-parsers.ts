import { type BodyParser, parseFormBody, parseJson } from '@mortise/body-parsers';
import type { ParseFormOptions } from '@mortise/form-encoding';
import type { MediaType } from '@mortise/http-syntax';

/**
 * Makes data of a whole body, at once.
 *
 * @param input the raw body, read as UTF-8
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

/** JSON and URL-encoded forms. XML is loaded when it is needed, see {@link loadXmlParser}. */
const builtInParsers: MediaTypeParsers = new Map<string, BodyParser>([
  ['application/json', parseJson],
  ['application/x-www-form-urlencoded', parsePhpForm],
]);

/** {@link builtInParsers}, and others beside them or in their place. */
export function parsersWith(
  more: Readonly<Record<string, MediaTypeParser>> = {},
): Map<string, BodyParser> {
  const parsers = new Map(builtInParsers);
  for (const [type, parser] of Object.entries(more)) parsers.set(type, textParser(parser));
  return parsers;
}

/** A parser of text as one of bodies. */
export function textParser(parser: MediaTypeParser): BodyParser {
  return (body) => parser(typeof body === 'string' ? body : utf8.decode(body));
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Whether a media type is XML: `application/xml`, `text/xml`, or anything that ends in `+xml`. */
export function isXmlType({ essence, suffix }: MediaType): boolean {
  return essence === 'application/xml' || essence === 'text/xml' || suffix === '+xml';
}

/** Puts the parser of XML, which is not loaded before it is needed, among others. */
export async function loadXmlParser(parsers: Map<string, BodyParser>): Promise<void> {
  const { parseXml } = await import('@mortise/body-parsers/xml');
  for (const type of ['application/xml', 'text/xml']) {
    if (!parsers.has(type)) parsers.set(type, parseXml);
  }
}
