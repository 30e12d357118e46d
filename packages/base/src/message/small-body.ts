import type { StreamInterface } from '@mortise/http-message';
import { SMALL_BODY } from '../symbols.js';

/** A body or a body source that knows whether it is small. */
export interface MaybeSmallBody {
  /** Whether nothing has been read, and `getContents()` or `bytes()` takes only one call to the platform. */
  readonly [SMALL_BODY]: boolean;
}

/**
 * Whether to read a body as a whole even though its size is unknown, because the client declared a small length. The
 * platform does not have to enforce that length, so the result can be longer.
 */
export function isSmallBody(body: StreamInterface): boolean {
  return (body as Partial<MaybeSmallBody>)[SMALL_BODY] === true;
}
