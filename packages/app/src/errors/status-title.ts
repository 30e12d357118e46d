import { reasonPhrase } from '@mortise/http-syntax';

/** Returns the title of an error that sets none: `'404 Not Found'`; `'599'` without a phrase. */
export function statusTitle(status: number): string {
  return `${status} ${reasonPhrase(status)}`.trimEnd();
}
