export { parseXml, parseXmlStrictly, type XmlOptions } from './parse-xml.js';
export type { XmlData, XmlMap } from './xml-data.js';
export type { XmlElement } from './xml-element.js';
