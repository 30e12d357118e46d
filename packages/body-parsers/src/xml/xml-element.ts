/** An element as plain data: its text if it contains nothing else, otherwise its content by name. */
export type XmlData = string | XmlMap;

/** The content of an element, without a prototype; a list if several members have the same name. */
export interface XmlMap {
  readonly [name: string]: XmlData | readonly XmlData[];
}

/**
 * An element of an XML document, with access like PHP's SimpleXML.
 *
 * Names are local: `title` for `<dc:title>`. The parameter `namespace` is a URI; without
 * it, only elements and attributes without a prefix are returned (SimpleXML's default view).
 */
export interface XmlElement extends Iterable<XmlElement> {
  readonly name: string;

  /** `'dc'` in `<dc:title>`; `''` if absent. */
  readonly prefix: string;

  /** A URI; `''` if the element is in no namespace. */
  readonly namespace: string;

  /** Text and CDATA of the element itself, joined, with its whitespace; `''` if there is none. */
  readonly text: string;

  /** @returns the child elements, in order */
  children(namespace?: string): readonly XmlElement[];

  /** @returns the first child element of that name, or `null` */
  child(name: string, namespace?: string): XmlElement | null;

  /** @returns all child elements of that name, in order */
  childrenNamed(name: string, namespace?: string): readonly XmlElement[];

  /** @returns values by name, an object with a null prototype, without namespace declarations */
  attributes(namespace?: string): Readonly<Record<string, string>>;

  attribute(name: string, namespace?: string): string | null;

  /** @returns the namespaces of this element, its attributes and all descendants: URIs by prefix, a null prototype */
  namespaces(): Readonly<Record<string, string>>;

  /** All child elements, in order, in any namespace. */
  [Symbol.iterator](): Iterator<XmlElement>;

  /** The element and its content as XML, without an XML declaration. */
  toXml(): string;

  /** The same as {@link text}. */
  toString(): string;

  /**
   * The value for `JSON.stringify`, with the structure of PHP's `json_encode`: attributes under `@attributes`,
   * elements by name (a list for several), an element with only text as that text, and text next to
   * other content, or of this element itself, under `0`. As in PHP, names with a prefix are omitted.
   *
   * PHP loses attributes and elements next to text, and CDATA; here they are kept. Text that is only
   * whitespace is omitted.
   */
  toJSON(): XmlMap;
}
