import { parseFormBody, parseJson } from '@mortise/body-parsers';
import type { ParseFormOptions } from '@mortise/form-encoding';
import type { MediaType } from '@mortise/http-syntax';

/**
 * Parses a whole body, synchronously.
 *
 * @param input the raw body, decoded as UTF-8
 * @returns a map, a list, or a custom object; `null` leaves the parsed body unset
 */
export type MediaTypeParser = (input: string) => object | null;

/** Parses a body synchronously. It is a string if it is in memory as one, otherwise bytes. */
export type SyncParser = (body: Uint8Array | string, mediaType: MediaType) => object | null;

/** Parsers by media type, in lower case. */
export type MediaTypeParsers = ReadonlyMap<string, SyncParser>;

/** Forms are parsed as in PHP, including names: `a.b` becomes `a_b`. */
export const PHP_NAMES: ParseFormOptions = { phpNames: true };

/** Parses URL-encoded forms, with {@link PHP_NAMES}. */
export const parsePhpForm: SyncParser = (body, mediaType) =>
  parseFormBody(body, mediaType, PHP_NAMES);

/** The parsers for JSON and URL-encoded forms. The one for XML is loaded on demand; see {@link loadXmlParser}. */
const builtInParsers: MediaTypeParsers = new Map<string, SyncParser>([
  ['application/json', parseJson],
  ['application/x-www-form-urlencoded', parsePhpForm],
]);

/** Returns the built-in parsers with additions and replacements. */
export function parsersWith(
  more: Readonly<Record<string, MediaTypeParser>> = {},
): Map<string, SyncParser> {
  const parsers = new Map(builtInParsers);
  for (const [type, parser] of Object.entries(more)) parsers.set(type, textParser(parser));
  return parsers;
}

/** Creates a body parser from a parser of text. */
export function textParser(parser: MediaTypeParser): SyncParser {
  return (body) => parser(typeof body === 'string' ? body : utf8.decode(body));
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Whether a media type is XML: `application/xml`, `text/xml`, or anything that ends in `+xml`. */
export function isXmlType({ essence, suffix }: MediaType): boolean {
  return essence === 'application/xml' || essence === 'text/xml' || suffix === '+xml';
}

/** Loads the XML parser and adds it to the map. */
export async function loadXmlParser(parsers: Map<string, SyncParser>): Promise<void> {
  const { parseXml } = await import('@mortise/body-parsers/xml');
  for (const type of ['application/xml', 'text/xml']) {
    if (!parsers.has(type)) parsers.set(type, parseXml);
  }
}
