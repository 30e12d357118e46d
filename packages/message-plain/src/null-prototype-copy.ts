/** Copies the first level to an object without a prototype: no name from a client is special in it. */
export function nullPrototypeCopy<T extends object>(map: T): T {
  return Object.assign(Object.create(null) as T, map);
}
