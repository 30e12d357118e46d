import { decodePercent } from '@mortise/http-syntax';

/** A JSON Schema object, or an object inside one. */
type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Returns the schema that a `$ref` points to. Libraries escape names in different ways, or not at all, so each name is
 * tried as written, with JSON pointer escapes decoded, and percent-decoded.
 *
 * @param ref `#`, a pointer such as `#/$defs/Book`, an `$anchor` with its `#`, or an `$id`
 * @param root the schema in which references are resolved
 * @returns `undefined` if `root` contains no such schema; a schema can also be `true` or `false`
 * @see RFC 6901 6; JSON Schema 2020-12 8.2
 */
export function resolveReference(ref: string, root: JsonSchema): unknown {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return schemaNamed(ref, root, new Set());
  const segments = ref.slice(2).split('/');
  let target: unknown = root;
  for (const [index, segment] of segments.entries()) {
    const owner = Object(target) as JsonSchema;
    // A name that contains an unescaped slash.
    const rest = segments.slice(index).join('/');
    if (Object.hasOwn(owner, rest)) return owner[rest];
    const name = namesOf(segment).find((each) => Object.hasOwn(owner, each));
    if (name === undefined) return undefined;
    target = owner[name];
  }
  return target;
}

function namesOf(segment: string): readonly string[] {
  return [unescaped(segment), segment, unescaped(decodePercent(segment) ?? segment)];
}

function unescaped(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

function schemaNamed(ref: string, part: unknown, seen: Set<unknown>): unknown {
  if (typeof part !== 'object' || part === null || seen.has(part)) return undefined;
  seen.add(part);
  const { $id, $anchor } = part as JsonSchema;
  if ($id === ref || (typeof $anchor === 'string' && ref === `#${$anchor}`)) return part;
  for (const member of Object.values(part)) {
    const found = schemaNamed(ref, member, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}
