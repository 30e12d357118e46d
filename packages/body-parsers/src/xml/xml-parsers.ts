import type { BodyParser, BodyParsers, XmlOptions } from '../contract.js';
import { parseXml, parseXmlStrictly } from './parse-xml.js';
import { declaredXml } from '../rules.js';

/**
 * The parsers of XML by media type, for the option `parsers` of `bodyParsing`.
 *
 * @param strict whether to refuse text that is not XML with a 400
 * @param path the path of the options in errors
 * @throws {OptionError} for an option that is unknown or has a wrong value
 */
export function xmlParsers(given: XmlOptions = {}, strict = false, path = 'xml'): BodyParsers {
  const checked = declaredXml(given, path);
  const parse = strict ? parseXmlStrictly : parseXml;
  const parser: BodyParser = { parseBytes: (bytes, type) => parse(bytes, type, checked) };
  return { 'application/xml': parser, 'text/xml': parser };
}
