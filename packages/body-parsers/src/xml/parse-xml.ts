import type { MediaType } from '@mortise/http-syntax';
import { SaxesParser, type SaxesAttributeNS, type SaxesTagNS } from 'saxes';
import { BodyError } from '../body-error.js';
import type { XmlOptions } from '../contract.js';
import { Element } from './element.js';
import type { AttributeData, ElementData } from './element-data.js';
import type { XmlElement } from './xml-element.js';
import { declaredXml } from '../rules.js';
import { xmlText } from './xml-text.js';

type Charset = Pick<MediaType, 'parameters'> | null;

/**
 * Parses an XML document. As a parser of `bodyParsing`, it must receive the bytes: `{ parseBytes: parseXml }`.
 *
 * XML's five predefined entities and character references are expanded. A DOCTYPE, and with it any other entity, is
 * rejected: nothing is fetched, and nothing expands without limit. Elements and attributes named `__proto__` are
 * dropped.
 *
 * @param mediaType its `charset` is used unless there is a byte order mark; default `null`
 * @returns the root element; `null` for an empty body or invalid input
 * @throws {OptionError} `OPTION_INVALID`
 */
export function parseXml(
  body: Uint8Array | string,
  mediaType: Charset = null,
  options?: XmlOptions,
): XmlElement | null {
  const checked = declaredXml(options);
  try {
    return parseXmlStrictly(body, mediaType, checked);
  } catch (error) {
    if (error instanceof BodyError) return null;
    throw error;
  }
}

/**
 * Like {@link parseXml}, but throws for invalid input.
 *
 * @returns `null` for an empty body, or if the root element is named `__proto__`
 * @throws {BodyError} `BODY_MALFORMED`, for a syntax error with its line and column in the message; `BODY_CHARSET` if
 *   the runtime does not support the encoding
 * @throws {OptionError} `OPTION_INVALID`
 */
export function parseXmlStrictly(
  body: Uint8Array | string,
  mediaType: Charset = null,
  options?: XmlOptions,
): XmlElement | null {
  const { maxDepth } = declaredXml(options, 'parseXmlStrictly');
  if (body.length === 0) return null;
  const text = xmlText(body, mediaType);
  try {
    const root = rootOf(text, maxDepth);
    return root === null ? null : new Element(root);
  } catch (error) {
    if (error instanceof BodyError) throw error;
    throw malformed(error instanceof Error ? error.message : '', error);
  }
}

/** Parses the text with saxes, and throws its error if the text is not well-formed. */
function rootOf(text: string, maxDepth: number): ElementData | null {
  const parser = new SaxesParser({ xmlns: true });
  // The open elements, outermost first; begins with a parent for the root.
  const open: ElementData[] = [{ name: '', prefix: '', namespace: '', attributes: [], nodes: [] }];
  let dropped = 0;
  const add = (node: ElementData | string) => {
    if (dropped === 0 && node !== '') open.at(-1)?.nodes.push(node);
  };
  parser.on('doctype', () => {
    throw malformed('a DOCTYPE is not allowed');
  });
  parser.on('text', (characters) => {
    if (open.length > 1) add(characters);
  });
  parser.on('cdata', add);
  parser.on('opentag', (tag) => {
    if (open.length + dropped > maxDepth) {
      throw malformed(`it is nested deeper than ${maxDepth} levels`);
    }
    if (dropped > 0 || tag.local === '__proto__') {
      dropped++;
      return;
    }
    const element = elementOf(tag);
    add(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    if (dropped > 0) dropped--;
    else open.pop();
  });
  parser.write(text).close();
  const root = open[0]?.nodes[0];
  return typeof root === 'object' ? root : null;
}

function elementOf({ local, prefix, uri, attributes }: SaxesTagNS): ElementData {
  const kept = Object.values(attributes).filter(isKept).map(attributeOf);
  return { name: local, prefix, namespace: uri, attributes: kept, nodes: [] };
}

/** Whether an attribute is kept: it is neither a namespace declaration nor named `__proto__`. */
function isKept({ local, prefix }: SaxesAttributeNS): boolean {
  return prefix !== 'xmlns' && local !== '__proto__' && (prefix !== '' || local !== 'xmlns');
}

function attributeOf({ local, prefix, uri, value }: SaxesAttributeNS): AttributeData {
  return { name: local, prefix, namespace: uri, value };
}

function malformed(problem: string, cause?: unknown): BodyError {
  return BodyError.malformed('XML', problem, cause);
}
