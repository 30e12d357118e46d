import { reasonPhrase } from '@mortise/http-syntax';

/** Returns the default description of a response: the reason phrase of its status, or `Status 299` if it has none. */
export function defaultDescription(status: number): string {
  const phrase = reasonPhrase(status);
  return phrase === '' ? `Status ${status}` : phrase;
}
