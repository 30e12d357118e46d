import { reasonPhrase as registered } from '@mortise/http-syntax';

/** The registered reason phrase of a status; `Status 299` for a status that has none. */
export function reasonPhrase(status: number): string {
  const phrase = registered(status);
  return phrase === '' ? `Status ${status}` : phrase;
}
