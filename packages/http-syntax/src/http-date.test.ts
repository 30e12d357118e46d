import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { formatHttpDate, parseHttpDate } from './http-date.js';

describe('formatHttpDate', () => {
  it('writes an IMF-fixdate', () => {
    expect(formatHttpDate(new Date(784111777999))).toBe('Sun, 06 Nov 1994 08:49:37 GMT');
  });

  it.each([new Date(NaN), new Date(8.64e15), new Date('-000001-01-01')])(
    'is null for %p',
    (date) => {
      expect(formatHttpDate(date)).toBeNull();
    },
  );
});

describe('parseHttpDate', () => {
  it('reads what formatHttpDate writes', () => {
    const range = { min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(range), (date) => {
        const seconds = Math.floor(date.getTime() / 1000) * 1000;
        expect(parseHttpDate(formatHttpDate(date) ?? '')?.getTime()).toBe(seconds);
      }),
      { numRuns: numRuns(100) },
    );
  });

  it.each([
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
    'Sun Nov 06 08:49:37 1994',
  ])('reads %s', (text) => {
    expect(parseHttpDate(text)).toEqual(new Date(784111777000));
  });

  it.each([
    'Sat, 31 Dec 2016 23:59:60 GMT',
    'Saturday, 31-Dec-16 23:59:60 GMT',
    'Sat Dec 31 23:59:60 2016',
  ])('reads the leap second of %s as the second before it', (text) => {
    expect(parseHttpDate(text)).toEqual(new Date('2016-12-31T23:59:59Z'));
  });

  it.each([
    ['Mon, 01 Jan 0001 00:00:00 GMT', '0001-01-01T00:00:00Z'],
    ['Mon Jan  1 00:00:00 0001', '0001-01-01T00:00:00Z'],
    ['Sat, 01 Jan 0000 00:00:00 GMT', '0000-01-01T00:00:00Z'],
    ['Thu, 31 Dec 0099 23:59:59 GMT', '0099-12-31T23:59:59Z'],
    ['Fri, 31 Dec 9999 23:59:59 GMT', '9999-12-31T23:59:59Z'],
  ])('reads the year of %s as written', (text, time) => {
    expect(parseHttpDate(text)).toEqual(new Date(time));
  });

  it('reads each date in the obsolete formats too', () => {
    const now = Date.UTC(2026, 0, 1);
    const range = { min: new Date('1976-01-02'), max: new Date('2075-12-31'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(range), (date) => {
        const [, day = '', month = '', year = '', time = ''] = date.toUTCString().split(' ');
        const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(
          date,
        );
        const seconds = Math.floor(date.getTime() / 1000) * 1000;
        for (const text of [
          `${weekday}, ${day}-${month}-${year.slice(2)} ${time} GMT`,
          `${weekday.slice(0, 3)} ${month} ${day.replace(/^0/, ' ')} ${time} ${year}`,
        ]) {
          expect(parseHttpDate(text, now)?.getTime()).toBe(seconds);
        }
      }),
      { numRuns: numRuns(100) },
    );
  });

  it.each([
    // To the second: 2076-01-01 00:00:00 is 50 years ahead.
    ['Wednesday, 01-Jan-76 00:00:00 GMT', '2026-01-01', 2076],
    ['Thursday, 01-Jan-76 00:00:01 GMT', '2026-01-01', 1976],
    ['Friday, 01-Jan-99 00:00:00 GMT', '2026-01-01', 1999],
    ['Monday, 01-Jan-01 00:00:00 GMT', '2026-01-01', 2001],
    ['Saturday, 01-Jan-01 00:00:00 GMT', '2099-01-01', 2101],
    ['Friday, 01-Jan-60 00:00:00 GMT', '1999-01-01', 1960],
    ['Thursday, 01-Jan-26 00:00:00 GMT', '1999-01-01', 2026],
    ['Thursday, 31-Dec-98 23:59:60 GMT', '2026-01-01', 1998],
  ])('reads the two digits of %s in %s as %i', (text, now, year) => {
    expect(parseHttpDate(text, Date.parse(now))?.getUTCFullYear()).toBe(year);
  });

  it.each([
    '',
    'Mon, 06 Nov 1994 08:49:37 GMT',
    'Wed, 31 Feb 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 24:00:00 GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT\n',
    'sun, 06 nov 1994 08:49:37 gmt',
    '1994-11-06T08:49:37Z',
    'Monday, 06-Nov-94 08:49:37 GMT',
    'Sun, 06-Nov-94 08:49:37 GMT',
    'Sunday, 6-Nov-94 08:49:37 GMT',
    'Sunday, 06-Nov-1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37',
    'Monday, 31-Feb-94 08:49:37 GMT',
    'Mon Nov  6 08:49:37 1994',
    'Sun Nov 6 08:49:37 1994',
    'Sun Nov  6 08:49:37 94',
    'Sun Nov  6 08:49:37 1994 GMT',
    'Thu Feb 31 08:49:37 1994',
    'Sun Nov  6 08:49:60 1994',
    'Sun Nov  0 08:49:37 1994',
  ])('is null for %j', (text) => {
    expect(parseHttpDate(text)).toBeNull();
  });
});
