/** Whether a value is an object that works: not bytes, a list, a map or an error. */
export function isMade(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Uint8Array || value instanceof Error) return false;
  if (value instanceof Map || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isMap = prototype === null || prototype === Object.prototype;
  return !isMap || 'next' in value || Symbol.asyncIterator in value;
}
