import type { StreamInterface } from '@mortise/http-message';
import { SMALL_BODY } from '../symbols.js';

/** A body, or its source, that can be small. */
export interface MaybeSmallBody {
  /** Whether nothing has been read and `getContents()`, or `bytes()`, costs one call to the platform. */
  readonly [SMALL_BODY]: boolean;
}

/**
 * Whether to read a body as a whole although its size is not known: the length that the client declared is small. The
 * platform need not enforce it, so the result can be longer.
 */
export function isSmallBody(body: StreamInterface): boolean {
  return (body as Partial<MaybeSmallBody>)[SMALL_BODY] === true;
}
