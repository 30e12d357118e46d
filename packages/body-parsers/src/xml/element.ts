import type { ElementData, Qualified } from './element-data.js';
import { writeXml } from './write-xml.js';
import type { XmlElement, XmlMap } from './xml-element.js';
import { xmlMap } from './xml-map.js';

/** A view of the parsed data. It has no own properties, so that it cannot be mistaken for a map of fields. */
export class Element implements XmlElement {
  readonly #data: ElementData;
  #elements: readonly Element[] | null = null;

  constructor(data: ElementData) {
    this.#data = data;
  }

  get name(): string {
    return this.#data.name;
  }

  get prefix(): string {
    return this.#data.prefix;
  }

  get namespace(): string {
    return this.#data.namespace;
  }

  get text(): string {
    return this.#data.nodes.filter((node) => typeof node === 'string').join('');
  }

  children(namespace?: string): readonly Element[] {
    return this.#all().filter((element) => isSeen(element, namespace));
  }

  child(name: string, namespace?: string): Element | null {
    return this.children(namespace).find((element) => element.name === name) ?? null;
  }

  childrenNamed(name: string, namespace?: string): readonly Element[] {
    return this.children(namespace).filter((element) => element.name === name);
  }

  attributes(namespace?: string): Readonly<Record<string, string>> {
    const values = Object.create(null) as Record<string, string>;
    for (const attribute of this.#data.attributes) {
      if (isSeen(attribute, namespace)) values[attribute.name] = attribute.value;
    }
    return values;
  }

  attribute(name: string, namespace?: string): string | null {
    return this.attributes(namespace)[name] ?? null;
  }

  namespaces(): Readonly<Record<string, string>> {
    const found = Object.create(null) as Record<string, string>;
    // Appends to the list while iterating, instead of recursing as deep as the document.
    const elements = [this.#data];
    for (const element of elements) {
      for (const { prefix, namespace } of [element, ...element.attributes]) {
        if (namespace !== '') found[prefix] ??= namespace;
      }
      for (const node of element.nodes) if (typeof node !== 'string') elements.push(node);
    }
    return found;
  }

  [Symbol.iterator](): Iterator<Element> {
    return this.#all()[Symbol.iterator]();
  }

  toXml(): string {
    return writeXml(this.#data);
  }

  toString(): string {
    return this.text;
  }

  toJSON(): XmlMap {
    return xmlMap(this);
  }

  #all(): readonly Element[] {
    this.#elements ??= this.#data.nodes
      .filter((node) => typeof node !== 'string')
      .map((data) => new Element(data));
    return this.#elements;
  }
}

function isSeen(named: Qualified, namespace?: string): boolean {
  return namespace === undefined ? named.prefix === '' : named.namespace === namespace;
}
