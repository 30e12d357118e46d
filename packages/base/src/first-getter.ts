/**
 * Returns the name of the first getter of an object's class, or of a class that it extends. JSON omits such members.
 * `null` if there is none; the getter `__proto__` of all objects does not count, in any realm.
 */
export function firstGetter(value: object): string | null {
  let prototype = Object.getPrototypeOf(value) as object | null;
  while (prototype !== null) {
    const next = Object.getPrototypeOf(prototype) as object | null;
    if (next === null) return null;
    const members = Object.entries(Object.getOwnPropertyDescriptors(prototype));
    const [name] = members.find(([, member]) => member.get !== undefined) ?? [];
    if (name !== undefined) return name;
    prototype = next;
  }
  return null;
}
