const MONTHS = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const DAYS = 'Mon|Tue|Wed|Thu|Fri|Sat|Sun';
const LONG_DAYS = 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday';
const TIME = String.raw`\d\d:\d\d:\d\d`;

const IMF_FIXDATE = new RegExp(String.raw`^(?:${DAYS}), \d\d (?:${MONTHS}) \d{4} ${TIME} GMT$`);
/** `Sunday, 06-Nov-94 08:49:37 GMT` */
const RFC_850 = new RegExp(String.raw`^(${LONG_DAYS}), (\d\d)-(${MONTHS})-(\d\d) (${TIME}) GMT$`);
/** `Sun Nov  6 08:49:37 1994` */
const ASCTIME = new RegExp(String.raw`^(${DAYS}) (${MONTHS}) (\d\d| \d) (${TIME}) (\d{4})$`);

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
 * Parses a date in the three formats of HTTP: that of {@link formatHttpDate}, and two obsolete ones. A two-digit year
 * is read as the latest matching year that is at most 50 years ahead, and a leap second (`23:59:60`) as the second
 * before it.
 *
 * @param now milliseconds since 1970, for two-digit years; default: the current time
 * @returns null for any other format, a day that the month does not have, or a wrong day of the week
 * @see RFC 9110 5.6.7 IMF-fixdate, rfc850-date, asctime-date
 */
export function parseHttpDate(text: string, now?: number): Date | null {
  // A `Date` has no leap seconds.
  const read = text.replace('23:59:60', '23:59:59');
  if (IMF_FIXDATE.test(read)) return dateOf(read);
  const asctime = ASCTIME.exec(read);
  if (asctime !== null) {
    const [, weekday, month, day = '', time, year] = asctime;
    return dateOf(`${weekday}, ${day.replace(' ', '0')} ${month} ${year} ${time} GMT`);
  }
  const rfc850 = RFC_850.exec(read);
  return rfc850 === null ? null : shortYearDate(rfc850, now ?? Date.now());
}

function shortYearDate([, weekday = '', day, month, digits, time]: RegExpExecArray, now: number) {
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + 50);
  const rest = (year: number) => `${day} ${month} ${String(year).padStart(4, '0')} ${time} GMT`;
  const century = Math.floor(latest.getUTCFullYear() / 100) * 100;
  const year = century + Number(digits);
  const isTooLate = new Date(rest(year)).getTime() > latest.getTime();
  return dateOf(`${weekday.slice(0, 3)}, ${rest(isTooLate ? year - 100 : year)}`);
}

/**
 * Returns the date; null for a wrong day of the week, or a day that does not exist.
 *
 * @param text an IMF-fixdate
 */
function dateOf(text: string): Date | null {
  const [, day, month = '', year, time] = text.split(' ');
  const number = String(MONTHS.indexOf(month) / 4 + 1).padStart(2, '0');
  // `Date` reads the years 0 to 99 of an IMF-fixdate as 1950 to 2049.
  const date = new Date(`${year}-${number}-${day}T${time}Z`);
  return date.toUTCString() === text ? date : null;
}
