import type { ServerRequestInterface } from '@mortise/http-message';
import { BODILESS } from '../symbols.js';

/** A request, or its source, that knows without reading headers whether it can have a body. */
export interface MaybeBodiless {
  readonly [BODILESS]: boolean;
}

/**
 * Whether a request certainly has no body, so that its headers about one need not be read: on Deno, reading the first
 * header of a request takes as long as a short response.
 */
export function isBodiless(request: ServerRequestInterface): boolean {
  return (request as Partial<MaybeBodiless>)[BODILESS] === true;
}
