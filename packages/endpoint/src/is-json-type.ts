import { parseMediaType } from '@mortise/http-syntax';

/** Whether a media type is `application/json` or ends in `+json`; parameters are ignored. */
export function isJsonType(type: string): boolean {
  const parsed = parseMediaType(type);
  return parsed?.essence === 'application/json' || parsed?.suffix === '+json';
}
