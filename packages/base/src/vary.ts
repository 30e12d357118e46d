/**
 * Adds a name to the value of a `Vary` header. Names are compared case-insensitively; the existing value keeps its
 * order and case.
 *
 * @param value the current value of the header; `''` if the response has none
 * @param name a header name, or `*`
 * @returns `value` unchanged if it contains the name or `*`; `'*'` if `*` is added
 * @see RFC 9110 12.5.5
 */
export function addVary(value: string, name: string): string {
  if (value === '' || value === name) return name;
  const wanted = name.toLowerCase();
  // Names are tokens, so no comma can be inside a quoted string.
  const names = value.split(',').flatMap((known) => known.trim() || []);
  if (names.some((known) => known === '*' || known.toLowerCase() === wanted)) return value;
  return names.length === 0 || name === '*' ? name : `${value}, ${name}`;
}
