import type { ElementData, Qualified } from './element-data.js';

/** Namespace URIs by prefix; an inner scope inherits from the outer one. */
type Scope = ReadonlyMap<string, string>;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

// XML 1.0 3: these prefixes are bound by definition.
const BOUND: Scope = new Map([
  ['', ''],
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
]);

/** Writes an element as XML; declares a namespace on the first element that uses it. */
export function writeXml(element: ElementData, scope: Scope = BOUND): string {
  const inner = new Map(scope);
  let tag = qualified(element);
  for (const named of [element, ...element.attributes]) {
    const { prefix, namespace } = named;
    // An attribute without a prefix is in no namespace; the default namespace does not apply.
    if (inner.get(prefix) === namespace || (named !== element && prefix === '')) continue;
    inner.set(prefix, namespace);
    tag += ` xmlns${prefix === '' ? '' : `:${prefix}`}="${attributeText(namespace)}"`;
  }
  for (const attribute of element.attributes) {
    tag += ` ${qualified(attribute)}="${attributeText(attribute.value)}"`;
  }
  if (element.nodes.length === 0) return `<${tag}/>`;
  const content = element.nodes.map((node) =>
    typeof node === 'string' ? node.replace(/[&<>\r]/g, escapeOf) : writeXml(node, inner),
  );
  return `<${tag}>${content.join('')}</${qualified(element)}>`;
}

function qualified({ prefix, name }: Qualified): string {
  return prefix === '' ? name : `${prefix}:${name}`;
}

function attributeText(value: string): string {
  return value.replace(/[&<>"\t\n\r]/g, escapeOf);
}

function escapeOf(character: string): string {
  return ESCAPES[character] ?? character;
}
