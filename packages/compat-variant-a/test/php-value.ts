import type { UriInterface } from '@mortise/http-message';
import type { XmlElement } from '@mortise/body-parsers/xml';

/** A value in the encoding of the vectors. */
export type Encoded = null | boolean | number | string | Encoded[] | { [key: string]: Encoded };

/** Text or bytes of the vectors' encoding, as a body. */
export function bytesOf(value: Encoded): string | Uint8Array {
  if (typeof value === 'string') return value;
  const { $b64 } = value as { $b64: string };
  return Uint8Array.from(atob($b64), (character) => character.charCodeAt(0));
}

/** What a program here has, in the encoding; `undefined` is PHP's null. */
export function encode(value: unknown): Encoded {
  if (typeof value !== 'object' || value === null) return (value ?? null) as Encoded;
  if (Array.isArray(value)) return value.map(encode);
  if (isUri(value)) return value.toString();
  if (isXml(value)) return { $xml: encodeXml(value) };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, encode(item)]));
}

function isUri(value: object): value is UriInterface {
  return typeof (value as Partial<UriInterface>).getBaseUrl === 'function';
}

function isXml(value: object): value is XmlElement {
  return typeof (value as Partial<XmlElement>).childrenNamed === 'function';
}

function encodeXml(element: XmlElement): Encoded {
  return {
    name: element.name,
    attributes: { ...element.attributes() },
    text: element.text,
    children: element.children().map(encodeXml),
  };
}
