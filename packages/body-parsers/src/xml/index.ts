export type { XmlOptions } from '../contract.js';
export { parseXml, parseXmlStrictly } from './parse-xml.js';
export type { XmlData, XmlElement, XmlMap } from './xml-element.js';
export { xmlParsers } from './xml-parsers.js';
