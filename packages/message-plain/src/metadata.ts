/** Returns all metadata, or one value; `null` if it does not exist. */
export function metadata(
  facts: Readonly<Record<string, unknown>>,
  key: string | undefined,
): unknown {
  if (key === undefined) return facts;
  return Object.hasOwn(facts, key) ? facts[key] : null;
}
