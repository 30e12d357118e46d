import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { hostile } from '../test/properties.js';
import { acceptableEncodings, negotiateEncoding, negotiateMediaType } from './negotiate.js';
import { parseQualityList } from './quality-list.js';

const OFFERED = ['application/json', 'text/html; level=1', 'text/plain'];

describe('negotiateMediaType', () => {
  it.each<[string, string | null]>([
    ['', 'application/json'],
    ['garbage header', 'application/json'],
    ['*/*', 'application/json'],
    ['text/*', 'text/html; level=1'],
    ['text/plain, application/json', 'text/plain'],
    ['text/plain;q=0.9, application/json', 'application/json'],
    ['TEXT/PLAIN', 'text/plain'],
    ['text/*;q=0.5, text/plain;q=0', 'text/html; level=1'],
    ['*/*, application/json;q=0', 'text/html; level=1'],
    ['*/*;q=0.1, text/plain', 'text/plain'],
    ['text/html;level=1', 'text/html; level=1'],
    ['text/html;level=2', null],
    ['image/png', null],
    ['*/*;q=0', null],
    ['application/json;q=0', null],
  ])('returns the best offer for %j', (accept, chosen) => {
    expect(negotiateMediaType(accept, OFFERED)).toBe(chosen);
  });

  it.each([
    ['case of a parameter', 'text/html;level=A', 'text/html; level=a'],
    ['case of a name', 'text/html;LEVEL=1', 'text/html; level=1'],
    ['range with a parameter', 'text/*;level=1', 'text/html; level=1'],
    ['parameter that the offer lacks', 'text/html;level=1', 'text/html'],
    ['parameter more in the offer', 'text/html', 'text/html; level=1'],
    ['type without a slash', 'text', 'text/html'],
  ])('reads a %s', (what, accept, offer) => {
    const chosen = what.includes('lacks') || what.includes('without') ? null : offer;
    expect(negotiateMediaType(accept, [offer])).toBe(chosen);
  });

  it('lets the more specific range decide, in whichever order they are', () => {
    for (const accept of [
      'text/html;q=0, text/*;q=0.5, */*;q=0.1',
      '*/*;q=0.1, text/*;q=0.5, text/html;q=0',
    ]) {
      expect(negotiateMediaType(accept, ['text/html', 'image/png', 'text/css'])).toBe('text/css');
    }
    expect(negotiateMediaType('*/*;q=0.5, text/*;q=0.1', ['text/css', 'image/png'])).toBe(
      'image/png',
    );
  });

  it('is null if nothing is offered, and never chooses an offer that is not a media type', () => {
    expect(negotiateMediaType('', [])).toBeNull();
    expect(negotiateMediaType('*/*', ['html', 'a/b'])).toBe('a/b');
    expect(negotiateMediaType('', ['html', 'a/b'])).toBe('a/b');
    expect(negotiateMediaType('', ['html'])).toBeNull();
  });

  it('agrees with a naive model on offers without parameters', () => {
    const offered = ['a/b', 'a/c', 'd/e'];
    const member = fc.tuple(
      fc.constantFrom('*/*', 'a/*', 'd/*', 'a/b', 'a/c', 'd/e', 'x/y'),
      fc.constantFrom('', ';q=0', ';q=0.2', ';q=0.7'),
    );
    const accept = fc
      .uniqueArray(member, { selector: ([range]) => range, minLength: 1, maxLength: 5 })
      .map((members) => members.map((parts) => parts.join('')).join(','));
    fc.assert(
      fc.property(accept, (header) => {
        const weightOf = (offer: string): [number, number] => {
          const ranges = [offer, offer.replace(/\w+$/, '*'), '*/*'];
          const items = parseQualityList(header);
          const decides = ranges
            .map((range) => items.find(({ value }) => value === range))
            .find(Boolean);
          return decides === undefined ? [0, 0] : [decides.quality, -items.indexOf(decides)];
        };
        const acceptable = offered.filter((offer) => weightOf(offer)[0] > 0);
        acceptable.sort((a, b) => weightOf(b)[1] - weightOf(a)[1]);
        expect(negotiateMediaType(header, offered)).toBe(acceptable[0] ?? null);
      }),
      { numRuns: numRuns() },
    );
  });

  it('never chooses a type that the client excludes by name', () => {
    fc.assert(
      fc.property(
        hostile(fc.constantFrom('a/b;q=0, */*', 'a/b, c/d;q=0'), 'abcd/*;q=0,'),
        (accept) => {
          const chosen = negotiateMediaType(accept, ['a/b', 'c/d']);
          const refused = parseQualityList(accept).filter(({ value }) => value === chosen);
          expect(refused.length > 0 && refused.every(({ quality }) => quality === 0)).toBe(false);
        },
      ),
      { numRuns: numRuns() },
    );
  });
});

describe('negotiateEncoding', () => {
  it.each<[string, string | null]>([
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=0.5, br', 'br'],
    ['gzip, br;q=0.999', 'gzip'],
    ['*', 'br'],
    ['gzip, *', 'br'],
    ['gzip, *;q=0.5', 'gzip'],
    ['identity, gzip', 'gzip'],
    ['identity, gzip;q=0.5', 'identity'],
    ['gzip;q=0.001', 'gzip'],
    ['*, br;q=0', 'gzip'],
    ['deflate', 'identity'],
    ['GZIP', 'gzip'],
    ['gzip;q=0', 'identity'],
    ['identity;q=0', null],
    ['*;q=0', null],
    ['*;q=0, identity', 'identity'],
    ['br;q=0.5, gzip;q=0.8, gzip;q=0.2', 'gzip'],
    ['br;q=0.5, gzip;q=0.2, gzip;q=0.8', 'gzip'],
  ])('returns the best offer for %j', (accept, chosen) => {
    expect(negotiateEncoding(accept, ['br', 'gzip', 'identity'])).toBe(chosen);
  });

  it('orders codings of equal weight as the server does, whatever the order of the header', () => {
    const codings = fc.shuffledSubarray(['zstd', 'br', 'gzip', 'deflate'], { minLength: 1 });
    fc.assert(
      fc.property(codings, codings, (accepted, offered) => {
        const first = offered.find((coding) => accepted.includes(coding));
        expect(negotiateEncoding(accepted.join(', '), offered)).toBe(first ?? null);
      }),
      { numRuns: numRuns() },
    );
  });

  it('does not fall back to an identity that was not offered', () => {
    expect(negotiateEncoding('deflate', ['gzip'])).toBeNull();
  });
});

it.each([
  ['x-gzip', 'gzip'],
  ['X-Gzip;q=0.5, br;q=0.4', 'gzip'],
  ['x-gzip;q=0, *', 'br'],
])('negotiateEncoding takes x-gzip in %j for gzip', (accept, chosen) => {
  expect(negotiateEncoding(accept, ['gzip', 'br'])).toBe(chosen);
});

it.each<[string, readonly string[]]>([
  ['', ['identity']],
  ['gzip, br', ['br', 'gzip', 'identity']],
  ['br;q=0.5, gzip', ['gzip', 'br', 'identity']],
  ['gzip, identity;q=0.5, br;q=0.1', ['gzip', 'identity', 'br']],
  ['gzip, identity;q=0', ['gzip']],
  ['*;q=0', []],
])('acceptableEncodings returns all that %j accepts, the preferred first', (accept, codings) => {
  expect(acceptableEncodings(accept, ['br', 'gzip', 'identity'])).toEqual(codings);
});
