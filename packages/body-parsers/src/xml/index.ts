export { parseXml, parseXmlStrictly, type XmlOptions } from './parse-xml.js';
export type { XmlElement } from './xml-element.js';
