const IMF_FIXDATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;

/**
 * A date as HTTP writes it, to the second: `Sun, 06 Nov 1994 08:49:37 GMT`.
 *
 * @returns null for an invalid date and for years outside 0-9999
 * @see RFC 9110 5.6.7
 */
export function formatHttpDate(date: Date): string | null {
  const text = date.toUTCString();
  return IMF_FIXDATE.test(text) ? text : null;
}

/**
 * Reads a date in the one form that HTTP lets anybody send; the two obsolete forms are not read.
 *
 * @returns null for any other form, for a day that the month does not have and for a wrong day of the week
 * @see RFC 9110 5.6.7 IMF-fixdate
 */
export function parseHttpDate(text: string): Date | null {
  if (!IMF_FIXDATE.test(text)) return null;
  const date = new Date(text);
  return date.toUTCString() === text ? date : null;
}
