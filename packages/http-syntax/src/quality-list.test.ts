import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { hostile } from '../test/properties.js';
import { parseQualityList, type WeightedItem } from './quality-list.js';

const weight = fc.constantFrom(
  '',
  ';q=0',
  ';q=0.5',
  '; Q=1.000',
  ';q=0.123',
  ';q=1',
  ';level=1;q=0.5',
);
const name = fc.constantFrom('*/*', 'text/*', 'text/html', 'a/b', 'gzip', '*', 'identity');
const list = fc
  .array(fc.tuple(name, weight), { maxLength: 6 })
  .map((members) => members.map((parts) => parts.join('')).join(', '));

describe('parseQualityList', () => {
  it('sorts by weight, then specificity, then order', () => {
    expect(
      values('a/b;q=0.5, */*, text/*, text/html;level=1, text/html, c/d, x/y;q=0.8, z/z;q=0'),
    ).toEqual(['text/html', 'text/html', 'c/d', 'text/*', '*/*', 'x/y', 'a/b', 'z/z']);
  });

  it('reads names without regard to case and keeps the parameters apart from the weight', () => {
    expect(parseQualityList('Text/HTML;Level=1;Q=0.5')).toEqual([
      { value: 'text/html', parameters: { level: '1' }, quality: 0.5, specificity: 3 },
    ]);
  });

  it.each([
    '',
    ' ',
    ',,',
    'a/b;q=2',
    'a/b;q=-1',
    'a/b;q=',
    'a/b;q=.5',
    'a/b;q=0.1234',
    'a/b;q=1.1',
    'a/b c',
    'a/',
    '/b',
    ';q=1',
    'a/b;q=1\n',
  ])('finds no member in %j', (header) => {
    expect(parseQualityList(header)).toEqual([]);
  });

  it('skips a malformed member and keeps the others', () => {
    expect(values('a/b c, text/html, x/y;q=9')).toEqual(['text/html']);
  });

  it('equals a stable sort of the members parsed one by one, with weights from 0 to 1', () => {
    fc.assert(
      fc.property(hostile(list, 'a*/;=q01., "'), (header) => {
        const all = parseQualityList(header);
        const order = (a: WeightedItem, b: WeightedItem) =>
          b.quality - a.quality || b.specificity - a.specificity;
        expect([...all].sort(order)).toEqual(all);
        for (const { quality } of all) expect(quality >= 0 && quality <= 1).toBe(true);
        fc.pre(!header.includes('"'));
        const single = header.split(',').flatMap((member) => parseQualityList(member));
        expect(all).toEqual(single.sort(order));
      }),
      { numRuns: numRuns() },
    );
  });
});

function values(header: string): string[] {
  return parseQualityList(header).map(({ value }) => value);
}
