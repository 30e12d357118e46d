/** Makes a shallow copy with a null prototype, so no name sent by a client is special in it. */
export function nullPrototypeCopy<T extends object>(map: T): T {
  return Object.assign(Object.create(null) as T, map);
}
