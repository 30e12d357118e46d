/** A copy of the first level without a prototype: no name from the wire means anything in it. */
export function nullPrototypeCopy<T extends object>(map: T): T {
  return Object.assign(Object.create(null) as T, map);
}
