/** An element as plain data: its text if it contains only text, otherwise its content by name. */
export type XmlData = string | XmlMap;

/** The content of an element by name, without a prototype; a list if several child elements have the same name. */
export interface XmlMap {
  readonly [name: string]: XmlData | readonly XmlData[];
}

/**
 * An element of an XML document, with access like PHP's SimpleXML.
 *
 * Names are local: `title` for `<dc:title>`. The parameter `namespace` is a URI; without it, only elements and
 * attributes without a prefix are returned, as in SimpleXML.
 */
export interface XmlElement extends Iterable<XmlElement> {
  readonly name: string;

  /** The prefix of the name: `'dc'` for `<dc:title>`; `''` if there is none. */
  readonly prefix: string;

  /** The URI of the namespace; `''` if the element is in no namespace. */
  readonly namespace: string;

  /** The joined text and CDATA of the element itself, including whitespace; `''` if there is none. */
  readonly text: string;

  /** Returns the child elements in order. */
  children(namespace?: string): readonly XmlElement[];

  /** Returns the first child element with this name, or `null`. */
  child(name: string, namespace?: string): XmlElement | null;

  /** Returns all child elements with this name, in order. */
  childrenNamed(name: string, namespace?: string): readonly XmlElement[];

  /** Returns the attribute values by name, without namespace declarations; an object with a null prototype. */
  attributes(namespace?: string): Readonly<Record<string, string>>;

  /** Returns the value of the attribute with this name, or `null`. */
  attribute(name: string, namespace?: string): string | null;

  /**
   * Returns the namespaces of this element, its attributes and all descendants: URIs by prefix, in an object with a
   * null prototype. If a prefix has several URIs, the first one is returned.
   */
  namespaces(): Readonly<Record<string, string>>;

  /** Iterates over all child elements in order, in any namespace. */
  [Symbol.iterator](): Iterator<XmlElement>;

  /** Returns the element and its content as XML, without an XML declaration. */
  toXml(): string;

  /** Returns {@link text}. */
  toString(): string;

  /**
   * Returns the value for `JSON.stringify`, with the structure of PHP's `json_encode`: attributes under `@attributes`;
   * elements by name, as a list if there are several; an element with only text as a string; text next to other
   * content, or of this element itself, under `0`. As in PHP, names with a prefix are omitted.
   *
   * PHP loses CDATA, and attributes and elements next to text; here they are kept. Text that is only whitespace is
   * omitted.
   */
  toJSON(): XmlMap;
}
