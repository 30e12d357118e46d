/** The name of a class, as written with `class`; `null` for any other value. */
export function nameOfClass(value: unknown): string | null {
  if (typeof value !== 'function') return null;
  return /^class\b/.test(Function.prototype.toString.call(value)) ? value.name : null;
}
