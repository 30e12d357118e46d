import type { StreamInterface } from '@mortise/http-message';
import { LENT_SOURCE } from '../symbols.js';

/** A body that can lend its source. */
export interface LendingBody extends StreamInterface {
  [LENT_SOURCE](): AsyncIterable<Uint8Array> | null;
}

/**
 * Borrows the source of a body, to send it with the runtime's own means instead of iterating over the body.
 *
 * @returns `null` if the body does not lend it
 */
export function lentSource(body: StreamInterface): AsyncIterable<Uint8Array> | null {
  return (body as Partial<LendingBody>)[LENT_SOURCE]?.() ?? null;
}
