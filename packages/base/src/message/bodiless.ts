import type { ServerRequestInterface } from '@mortise/http-message';
import { BODILESS } from '../symbols.js';

/** A request or a request source that knows, without reading headers, whether it can have a body. */
export interface MaybeBodiless {
  readonly [BODILESS]: boolean;
}

/**
 * Whether a request certainly has no body, so its headers do not have to be read to find out: on Deno, reading the
 * first header of a request takes as long as a short response.
 */
export function isBodiless(request: ServerRequestInterface): boolean {
  return (request as Partial<MaybeBodiless>)[BODILESS] === true;
}
