/**
 * Returns the text of a value in a path, header or cookie. Dates and other values with `toJSON` are written as in JSON.
 *
 * @returns `null` for a list or another object, which cannot be converted
 */
export function textOf(value: unknown): string | null {
  const { toJSON } = Object(value) as { readonly toJSON?: unknown };
  const json: unknown = typeof toJSON === 'function' ? toJSON.call(value, '') : value;
  if (typeof json === 'string') return json;
  return ['bigint', 'boolean', 'number'].includes(typeof json) ? `${json as number}` : null;
}
