/**
 * The attributes of a request: an immutable linked list, newest first, so setting one takes constant time and older
 * requests keep their own list. A newer entry hides older ones with the same name; the value {@link REMOVED} marks a
 * name as removed. `null` is the empty list.
 */
export type Attributes = Attribute | null;

interface Attribute {
  readonly name: string;
  readonly value: unknown;
  readonly older: Attributes;
  /** All attributes visible from this entry, created on demand; also the index of a long list. */
  all: Readonly<Record<string, unknown>> | null;
}

const REMOVED = Symbol('removed');
const NONE: Readonly<Record<string, unknown>> = Object.freeze(emptyRecord());
/** Number of entries after which looking up a name in an object is cheaper than walking the list. */
const WALK = 32;

/** Prepends an entry to the list. */
export function withAttribute(attributes: Attributes, name: string, value: unknown): Attributes {
  return { name, value, older: attributes, all: null };
}

/** Returns the list without the name; the same list if the name is not in it. */
export function withoutAttribute(attributes: Attributes, name: string): Attributes {
  const absent = attributeOf(attributes, name, REMOVED) === REMOVED;
  return absent ? attributes : withAttribute(attributes, name, REMOVED);
}

/** Returns the value of an attribute; `fallback` if absent. */
export function attributeOf(attributes: Attributes, name: string, fallback: unknown): unknown {
  let steps = 0;
  for (let at = attributes; at !== null; at = at.older) {
    if (at.name === name) return at.value === REMOVED ? fallback : at.value;
    if (at.all !== null || ++steps === WALK) {
      const all = allAttributes(at);
      return name in all ? all[name] : fallback;
    }
  }
  return fallback;
}

/** Returns all attributes by name, in the order in which the names were first set; frozen, with a null prototype. */
export function allAttributes(attributes: Attributes): Readonly<Record<string, unknown>> {
  if (attributes === null) return NONE;
  if (attributes.all !== null) return attributes.all;
  const younger: Attribute[] = [];
  let at: Attributes = attributes;
  for (; at !== null && at.all === null; at = at.older) younger.push(at);
  const all = Object.assign(emptyRecord(), at?.all);
  for (const { name, value } of younger.reverse()) {
    if (value === REMOVED) Reflect.deleteProperty(all, name);
    else all[name] = value;
  }
  return (attributes.all = Object.freeze(all));
}

function emptyRecord(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}
