/** Copies the own enumerable properties to a frozen object with a null prototype. */
export function frozenRecord<T extends object>(properties: T): T {
  return Object.freeze(Object.assign(Object.create(null) as object, properties));
}
