import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { hostile } from '../test/properties.js';
import { negotiateLanguage } from './negotiate-language.js';
import { parseQualityList } from './quality-list.js';

const OFFERED = ['en', 'ja', 'zh-Hant', 'zh-Hant-HK', 'pt-BR'];

/** The lookup of RFC 4647 3.4, as its text describes it, without refused ranges. */
function lookedUp(accept: string, offered: readonly string[]): string | null {
  const ranges = parseQualityList(accept).map(({ value }) => value);
  if (ranges.length === 0) return offered[0] ?? null;
  for (const range of ranges.filter((value) => value !== '*')) {
    for (let subtags = range.split('-'); subtags.length > 0; subtags = subtags.slice(0, -1)) {
      const tag = subtags.join('-');
      const found = offered.find((offer) => offer.toLowerCase() === tag);
      if (found !== undefined) return found;
    }
  }
  return ranges.includes('*') ? (offered[0] ?? null) : null;
}

describe('negotiateLanguage', () => {
  it.each<[string, string | null]>([
    ['', 'en'],
    ['garbage header', 'en'],
    ['*', 'en'],
    ['ja', 'ja'],
    ['ja-JP', 'ja'],
    ['JA-jp', 'ja'],
    ['jam', null],
    ['pt', null],
    ['pt-br', 'pt-BR'],
    ['zh-Hant-HK-x-private', 'zh-Hant-HK'],
    ['zh-Hant-TW', 'zh-Hant'],
    ['zh', null],
    ['de, ja;q=0.5', 'ja'],
    ['ja;q=0.5, en;q=0.7', 'en'],
    ['ja;q=0', null],
    ['*, en;q=0', 'ja'],
    ['*;q=0', null],
    ['ja-JP, *;q=0', 'ja'],
    ['*, ja;q=0.1', 'ja'],
    ['de, *;q=0.1', 'en'],
    ['zh-Hant-HK, zh-Hant;q=0', 'zh-Hant-HK'],
    ['zh-Hant-TW, zh-Hant;q=0', null],
    ['*, en;q=0, ja;q=0, zh;q=0', 'pt-BR'],
    ['en;q=0, en;q=0.5', 'en'],
  ])('returns the best offer for %j', (accept, chosen) => {
    expect(negotiateLanguage(accept, OFFERED)).toBe(chosen);
  });

  it('prefers the longest offer in whichever order they are, and of equal ones the first', () => {
    expect(negotiateLanguage('zh-hant-hk', ['zh', 'zh-Hant'])).toBe('zh-Hant');
    expect(negotiateLanguage('zh-hant-hk', ['zh-Hant', 'zh'])).toBe('zh-Hant');
    expect(negotiateLanguage('en', ['EN', 'en'])).toBe('EN');
  });

  it('is null if nothing is offered, and an empty offer matches no range', () => {
    expect(negotiateLanguage('', [])).toBeNull();
    expect(negotiateLanguage('*', [])).toBeNull();
    expect(negotiateLanguage('en', [''])).toBeNull();
  });

  it('agrees with the algorithm of RFC 4647 where no range is refused', () => {
    const tag = fc
      .array(fc.constantFrom('a', 'bb', 'CC'), { minLength: 1, maxLength: 4 })
      .map((subtags) => subtags.join('-'));
    const range = fc.tuple(fc.oneof(tag, fc.constant('*')), fc.constantFrom('', ';q=0.2', ';q=1'));
    const accept = fc
      .array(range, { maxLength: 4 })
      .map((ranges) => ranges.map((parts) => parts.join('')).join(', '));
    fc.assert(
      fc.property(accept, fc.array(tag, { maxLength: 4 }), (header, offered) => {
        expect(negotiateLanguage(header, offered)).toBe(lookedUp(header, offered));
      }),
      { numRuns: numRuns() },
    );
  });

  it('never chooses a language that the client excludes by name', () => {
    fc.assert(
      fc.property(hostile(fc.constantFrom('en;q=0, *', 'en, ja;q=0'), 'enja-*;q=0,'), (accept) => {
        const chosen = negotiateLanguage(accept, ['en', 'ja']);
        const named = parseQualityList(accept).filter(({ value }) => value === chosen);
        expect(named.length > 0 && named.every(({ quality }) => quality === 0)).toBe(false);
      }),
      { numRuns: numRuns() },
    );
  });
});
