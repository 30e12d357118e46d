/**
 * Copies lists and maps to any depth: parts of a request are frozen, and a library can write what a schema transforms
 * into the value that it validates.
 */
export function mutableCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mutableCopy);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [name, member] of Object.entries(value)) copy[name] = mutableCopy(member);
  return copy;
}
