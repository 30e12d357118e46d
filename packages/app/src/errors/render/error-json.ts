import type { ErrorFacts } from '../contract.js';

/**
 * Returns the JSON of an error: the further members of its problem, then its own. If a further member cannot be written,
 * such as a BigInt of a custom error class, all of them are omitted: the client still gets the error's status.
 */
export function errorJson({ problem }: ErrorFacts, own: object, indent?: number): string {
  try {
    return JSON.stringify({ ...problem, ...own }, null, indent);
  } catch {
    return JSON.stringify(own, null, indent);
  }
}
