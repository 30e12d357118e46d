import type { ResponseInterface } from '@mortise/http-message';
import { PRESET_TYPE } from '../symbols.js';

/** Returns the response with a `Content-Type`, unless the program has already chosen one. */
export function withType<R extends ResponseInterface>(response: R, mediaType: string): R {
  const isChosen =
    response.hasHeader('Content-Type') && Reflect.get(response, PRESET_TYPE) !== true;
  return isChosen ? response : response.withHeader('Content-Type', mediaType);
}
