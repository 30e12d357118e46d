/** An error's own status if it has one that HTTP knows as an error's; 500 otherwise. */
export function errorStatus(error: unknown): number {
  const { status } = Object(error) as { status?: unknown };
  return Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599
    ? Number(status)
    : 500;
}

/** The header fields that an error wants in its answer, by name; unchecked. */
export function errorHeaders(error: unknown): Readonly<Record<string, unknown>> {
  const { headers } = Object(error) as { headers?: unknown };
  return typeof headers === 'object' && headers !== null
    ? (headers as Readonly<Record<string, unknown>>)
    : {};
}
