import { reasonPhrase } from '@mortise/http-syntax';

/** Returns the title of an error without its own: `'404 Not Found'`; `'599'` without a reason phrase. */
export function statusTitle(status: number): string {
  return `${status} ${reasonPhrase(status)}`.trimEnd();
}
