import type { BodyParser, BodyParsers, XmlOptions } from '../contract.js';
import { parseXml, parseXmlStrictly } from './parse-xml.js';
import { declaredXml } from '../rules.js';

/**
 * Returns XML parsers by media type, for the `parsers` option of `bodyParsing`.
 *
 * @param strict whether to reject invalid XML with 400; otherwise the parsed body stays unset
 * @param path the path of the options, for error messages
 * @throws {OptionError} `OPTION_INVALID` if an option is unknown or has a wrong value
 */
export function xmlParsers(given: XmlOptions = {}, strict = false, path = 'xml'): BodyParsers {
  const checked = declaredXml(given, path);
  const parse = strict ? parseXmlStrictly : parseXml;
  const parser: BodyParser = { parseBytes: (bytes, type) => parse(bytes, type, checked) };
  return { 'application/xml': parser, 'text/xml': parser };
}
