/** All facts, or one of them, `null` when there is no such fact. */
export function metadata(
  facts: Readonly<Record<string, unknown>>,
  key: string | undefined,
): unknown {
  if (key === undefined) return facts;
  return Object.hasOwn(facts, key) ? facts[key] : null;
}
