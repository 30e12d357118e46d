import type { StreamInterface } from '@mortise/http-message';

/**
 * The member by which a body lends the source that it was made from to the adapter that sends it; `null` if
 * anything was read, or the body is closed. The body stays open: closing it cancels the source.
 *
 * A body that wraps another does not have it: its bytes may differ from those of the source.
 */
export const LENT_SOURCE: unique symbol = Symbol.for('@mortise/base/lent-source');

/** A body that can lend its source. */
export interface LendingBody extends StreamInterface {
  [LENT_SOURCE](): AsyncIterable<Uint8Array> | null;
}

/**
 * Borrows the source of a body, to send it by the runtime's own means instead of iterating over the body.
 *
 * @returns `null` if the body does not lend it
 */
export function lentSource(body: StreamInterface): AsyncIterable<Uint8Array> | null {
  return (body as Partial<LendingBody>)[LENT_SOURCE]?.() ?? null;
}
