/** An element as plain data: its text when it has nothing else, else what is in it by name. */
export type XmlData = string | XmlMap;

/** What is in an element: a null prototype; a list where there are several of a name. */
export interface XmlMap {
  readonly [name: string]: XmlData | readonly XmlData[];
}

/**
 * One element of an XML document, with what PHP's SimpleXML reaches.
 *
 * Names are local: `title` for `<dc:title>`. Where a namespace is asked for, its URI is meant; without
 * one, the elements and attributes that have no prefix are (SimpleXML's default view).
 */
export interface XmlElement extends Iterable<XmlElement> {
  readonly name: string;

  /** `'dc'` in `<dc:title>`; `''` when there is none. */
  readonly prefix: string;

  /** A URI; `''` when the element is in no namespace. */
  readonly namespace: string;

  /** Text and CDATA directly inside, joined, white space as it is; `''` when there is none. */
  readonly text: string;

  /** @returns the elements directly inside, in order */
  children(namespace?: string): readonly XmlElement[];

  /** @returns the first element of that name directly inside, or `null` */
  child(name: string, namespace?: string): XmlElement | null;

  /** @returns every element of that name directly inside, in order */
  childrenNamed(name: string, namespace?: string): readonly XmlElement[];

  /** @returns values by name, an object with a null prototype, without declarations of namespaces */
  attributes(namespace?: string): Readonly<Record<string, string>>;

  attribute(name: string, namespace?: string): string | null;

  /** @returns the namespaces of this element, its attributes and all below: URIs by prefix, a null prototype */
  namespaces(): Readonly<Record<string, string>>;

  /** Every element directly inside, in order, whatever its namespace. */
  [Symbol.iterator](): Iterator<XmlElement>;

  /** The element and all in it as XML, without an XML declaration. */
  toXml(): string;

  /** The same as {@link text}. */
  toString(): string;

  /**
   * What `JSON.stringify` writes, in the shape of PHP's `json_encode`: attributes under `@attributes`,
   * elements by name (a list of several), an element that has only text as that text, and text beside
   * other things, or of this element itself, under `0`. As in PHP only what has no prefix is there.
   *
   * PHP loses attributes and elements beside text, and CDATA; here they are kept. Text that is only
   * white space is left out.
   */
  toJSON(): XmlMap;
}
