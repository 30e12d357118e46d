import type { XmlElement } from '@mortise/body-parsers/xml';

/** Returns a member of a map or a list, or the first child element of XML; `undefined` if absent. */
export function bodyMember(body: object | null, name: string): unknown {
  if (body === null) return undefined;
  if (isXml(body)) return body.child(name) ?? undefined;
  // Own and enumerable: the `length` of a list and the methods of an object are not members.
  if (!Object.prototype.propertyIsEnumerable.call(body, name)) return undefined;
  return (body as Readonly<Record<string, unknown>>)[name];
}

/**
 * Returns all members by name. For XML, these are the child elements: as a string if an element contains only text, as
 * a list if several have the same name.
 */
export function bodyMembers(body: object | null): object {
  if (body === null) return {};
  if (!isXml(body)) return body;
  const members = Object.create(null) as Record<string, unknown>;
  for (const { name } of body) {
    const values = body.childrenNamed(name).map(textOrElement);
    members[name] = values.length === 1 ? values[0] : values;
  }
  return members;
}

function textOrElement(element: XmlElement): XmlElement | string {
  return element.children().length === 0 ? element.text : element;
}

/** Checks the structure, because another XML parser can have its own elements. */
function isXml(body: object): body is XmlElement {
  const { child, childrenNamed } = body as Partial<XmlElement>;
  return typeof child === 'function' && typeof childrenNamed === 'function';
}
