import { quote } from '../quote.js';
import { isWebResponse } from './web-response.js';

/**
 * Returns the message for a result that is not a response; it says how to fix it, for results whose cause is known.
 *
 * @param layer what returned it: `'the handler'`, `'route GET /'`
 */
export function noResponseText(layer: string, value: unknown): string {
  const way =
    value === undefined
      ? '; is a "return" missing?'
      : value instanceof Error
        ? '; throw it'
        : isWebResponse(value)
          ? '; convert it with fromResponse from @mortise/fetch'
          : '';
  return `${layer} returned ${quote(value)} instead of a response${way}`;
}
