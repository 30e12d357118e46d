import { reasonPhrase as registered } from '@mortise/http-syntax';

/** The registered phrase of a status; `Status 299` for one that has none. */
export function reasonPhrase(status: number): string {
  const phrase = registered(status);
  return phrase === '' ? `Status ${status}` : phrase;
}
