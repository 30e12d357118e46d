import { reasonPhrase } from '@mortise/http-syntax';

/** The description of a response without one of its own: the reason phrase of its status, or `Status 299` where that has none. */
export function defaultDescription(status: number): string {
  const phrase = reasonPhrase(status);
  return phrase === '' ? `Status ${status}` : phrase;
}
