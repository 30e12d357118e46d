/** Returns the name of a class that was declared with `class`; `null` for any other value. */
export function nameOfClass(value: unknown): string | null {
  if (typeof value !== 'function') return null;
  return /^class\b/.test(Function.prototype.toString.call(value)) ? value.name : null;
}

/** Whether a value is a function that can be called without `new`, which a class cannot. */
export function isPlainFunction(value: unknown): value is (...given: never[]) => unknown {
  return typeof value === 'function' && nameOfClass(value) === null;
}
