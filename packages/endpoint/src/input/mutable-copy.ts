/**
 * Copies lists and maps deeply: the parts of a request are frozen, but some libraries write transformed values into the
 * value that they validate.
 */
export function mutableCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mutableCopy);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [name, member] of Object.entries(value)) copy[name] = mutableCopy(member);
  return copy;
}
