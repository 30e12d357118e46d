/** What the fixtures write for a PHP value; bytes that are not UTF-8 as our strings show them. */
export function fromFixture(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromFixture);
  if (typeof value !== 'object' || value === null) return value;
  if ('$b64' in value) return Buffer.from(String(value.$b64), 'base64').toString();
  const pairs = '$pairs' in value ? (value.$pairs as [unknown, unknown][]) : Object.entries(value);
  return Object.fromEntries(pairs.map(([key, item]) => [fromFixture(key), fromFixture(item)]));
}

/** Compares as PHP does: an empty list and an empty map are one, and prototypes do not count. */
export function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.length === 0 ? {} : value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}
