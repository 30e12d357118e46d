import type { XmlData, XmlElement, XmlMap } from './xml-element.js';

/** Creates the result of {@link XmlElement.toJSON}. */
export function xmlMap(element: XmlElement): XmlMap {
  const map = Object.create(null) as Record<string, XmlData | XmlData[]>;
  const attributes = element.attributes();
  if (Object.keys(attributes).length > 0) map['@attributes'] = attributes;
  for (const child of element.children()) {
    const found = map[child.name];
    const data = dataOf(child);
    if (found === undefined) map[child.name] = data;
    else if (Array.isArray(found)) found.push(data);
    else map[child.name] = [found, data];
  }
  const { text } = element;
  if (/[^ \t\r\n]/.test(text)) map['0'] = text;
  return map;
}

function dataOf(element: XmlElement): XmlData {
  const map = xmlMap(element);
  const keys = Object.keys(map);
  return keys.length === 1 && keys[0] === '0' ? element.text : map;
}
