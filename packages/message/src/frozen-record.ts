/** The own enumerable properties of an object on a frozen object of their own, with a null prototype. */
export function frozenRecord<T extends object>(properties: T): T {
  return Object.freeze(Object.assign(Object.create(null) as object, properties));
}
