import { type JsonLoss, jsonLoss } from './json-loss.js';
import { quote } from './quote.js';

/**
 * Returns the part of some data because of which `JSON.stringify` throws, such as a BigInt or a cycle.
 *
 * @returns `null` if it does not throw, even if it omits or changes a part (see {@link jsonLoss})
 */
export function jsonFailure(data: unknown): JsonLoss | null {
  try {
    JSON.stringify(data);
    return null;
  } catch {
    const problem = `received ${quote(data)}; expected data that JSON can represent`;
    return jsonLoss(data) ?? { path: [], value: data, problem };
  }
}
