export { parseXml, parseXmlStrictly, type XmlOptions } from './parse-xml.js';
export type { XmlData, XmlElement, XmlMap } from './xml-element.js';
