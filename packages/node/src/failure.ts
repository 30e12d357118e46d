import { NodeAdapterError } from './errors.js';

/** An error's own status if it has one that HTTP knows as an error's; 500 otherwise. */
export function statusOf(error: unknown): number {
  const { status } = Object(error) as { status?: unknown };
  return Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599
    ? Number(status)
    : 500;
}

/** The header fields that an error brings for its answer, names and values in turn. */
export function headersOf(error: unknown): string[] {
  const { headers } = Object(error) as { headers?: unknown };
  if (typeof headers !== 'object' || headers === null) return [];
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
}

/** Whether an error says no more than that nobody waits. */
export function isAbort(error: unknown): boolean {
  return (
    error instanceof NodeAdapterError || (error instanceof Error && error.name === 'AbortError')
  );
}
