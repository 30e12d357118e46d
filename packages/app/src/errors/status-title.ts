import { reasonPhrase } from '@mortise/http-syntax';

/** The title of an error that has none of its own: `'404 Not Found'`; `'599'` without a phrase. */
export function statusTitle(status: number): string {
  return `${status} ${reasonPhrase(status)}`.trimEnd();
}
