interface Entry {
  readonly name: string;
  readonly value: unknown;
  /** `false` for a removed attribute: the entry hides older ones with the same name. */
  readonly isSet: boolean;
  readonly older: Attributes;
}

/** Attributes, newest entry first; adding an entry shares all existing ones. */
export type Attributes = Entry | null;

/** Sets or removes one attribute, in constant time. */
export function withEntry(
  older: Attributes,
  name: string,
  value: unknown,
  isSet = true,
): Attributes {
  return { name, value, isSet, older };
}

/** Returns the newest value of an attribute; `fallback` if absent. */
export function attribute(attributes: Attributes, name: string, fallback: unknown): unknown {
  for (let entry = attributes; entry !== null; entry = entry.older) {
    if (entry.name === name) return entry.isSet ? entry.value : fallback;
  }
  return fallback;
}

/** Returns all attributes that are set, in order, in a new object with a null prototype. */
export function allAttributes(attributes: Attributes): Record<string, unknown> {
  const all = Object.create(null) as Record<string, unknown>;
  const oldestFirst: Entry[] = [];
  for (let entry = attributes; entry !== null; entry = entry.older) oldestFirst.unshift(entry);
  for (const { name, value, isSet } of oldestFirst) {
    if (isSet) all[name] = value;
    else Reflect.deleteProperty(all, name);
  }
  return all;
}
