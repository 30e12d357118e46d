import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { parseTraceparent } from './traceparent.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const IDS = { traceId: TRACE, parentId: SPAN };

describe('parseTraceparent', () => {
  it.each([
    [`00-${TRACE}-${SPAN}-01`, IDS],
    [`00-${TRACE}-${SPAN}-00`, IDS],
    [`cc-${TRACE}-${SPAN}-01`, IDS],
    [`cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`, IDS],
    [
      `00-0${'a'.repeat(30)}0-0${'b'.repeat(14)}0-01`,
      { traceId: `0${'a'.repeat(30)}0`, parentId: `0${'b'.repeat(14)}0` },
    ],
    ['', null],
    [`x00-${TRACE}-${SPAN}-01`, null],
    [`00-${TRACE}-${SPAN}-01-more`, null],
    [`00-${TRACE}-${SPAN}-01\n`, null],
    [`ff-${TRACE}-${SPAN}-01`, null],
    [`00-${TRACE.toUpperCase()}-${SPAN}-01`, null],
    [`00-${'0'.repeat(32)}-${SPAN}-01`, null],
    [`00-${TRACE}-${'0'.repeat(16)}-01`, null],
    [`00-${TRACE}-${SPAN}`, null],
    [`00-${TRACE}-${SPAN}-1`, null],
    [`0g-${TRACE}-${SPAN}-01`, null],
    [`00-${TRACE}-g${SPAN.slice(1)}-01`, null],
    [`00-${TRACE}-${SPAN}-0g`, null],
    [`cc-${TRACE}-${SPAN}-01.what`, null],
    [`00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`, null],
  ])('reads %j as %j', (value, ids) => {
    expect(parseTraceparent(value)).toEqual(ids);
  });

  it('never throws, and returns only hexadecimal digits', () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from('0f4-g')), maxLength: 70 });
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          text.map((tail) => `00-${TRACE}-${SPAN}-01${tail}`),
        ),
        (value) => {
          const ids = parseTraceparent(value);
          expect(ids === null || /^[\da-f]{48}$/.test(ids.traceId + ids.parentId)).toBe(true);
        },
      ),
      { numRuns: numRuns() },
    );
  });
});
