import type { ResponseInterface } from '@mortise/http-message';
import { PRESET_TYPE } from '../symbols.js';

/** A response that can have a type that nobody has chosen. */
export interface PresetResponse extends ResponseInterface {
  readonly [PRESET_TYPE]: boolean;
}

/** Returns the response with a `Content-Type`, unless the program has already chosen one. */
export function withType<R extends ResponseInterface>(response: R, mediaType: string): R {
  const isChosen =
    response.hasHeader('Content-Type') &&
    (response as Partial<PresetResponse>)[PRESET_TYPE] !== true;
  return isChosen ? response : response.withHeader('Content-Type', mediaType);
}
