const IMF_FIXDATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;

/**
 * Formats a date for HTTP, to the second: `Sun, 06 Nov 1994 08:49:37 GMT`.
 *
 * @returns null for an invalid date and for years outside 0-9999
 * @see RFC 9110 5.6.7
 */
export function formatHttpDate(date: Date): string | null {
  const text = date.toUTCString();
  return IMF_FIXDATE.test(text) ? text : null;
}

/**
 * Parses a date in the only format that HTTP allows to be sent; the two obsolete formats are not accepted.
 *
 * @returns null for any other format, for a day that the month does not have and for a wrong day of the week
 * @see RFC 9110 5.6.7 IMF-fixdate
 */
export function parseHttpDate(text: string): Date | null {
  if (!IMF_FIXDATE.test(text)) return null;
  const date = new Date(text);
  return date.toUTCString() === text ? date : null;
}
