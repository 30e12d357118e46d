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
    const range = { min: new Date('0100-01-01'), max: new Date('9999-12-31'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(range), (date) => {
        const seconds = Math.floor(date.getTime() / 1000) * 1000;
        expect(parseHttpDate(formatHttpDate(date) ?? '')?.getTime()).toBe(seconds);
      }),
      { numRuns: numRuns(100) },
    );
  });

  it.each([
    '',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
    'Mon, 06 Nov 1994 08:49:37 GMT',
    'Wed, 31 Feb 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 24:00:00 GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT\n',
    'sun, 06 nov 1994 08:49:37 gmt',
    '1994-11-06T08:49:37Z',
  ])('is null for %j', (text) => {
    expect(parseHttpDate(text)).toBeNull();
  });
});
