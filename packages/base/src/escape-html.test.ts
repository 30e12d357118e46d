import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { escapeHtml } from './index.js';

const ENTITY = /&(?:amp|lt|gt|quot|#39);/g;
const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

describe('escapeHtml', () => {
  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    [`" onclick="a`, '&quot; onclick=&quot;a'],
    [`' onclick='a`, '&#39; onclick=&#39;a'],
    ['Smith & Söhne', 'Smith &amp; Söhne'],
    ['&amp;', '&amp;amp;'],
    ['', ''],
  ])('of %s is %s', (text, escaped) => {
    expect(escapeHtml(text)).toBe(escaped);
  });

  it('returns a text without such characters itself, and calls nothing for each of the others', () => {
    const callbacks = jest.spyOn(String.prototype, 'replaceAll');
    try {
      expect([escapeHtml('a'), escapeHtml('<&>'), escapeHtml('<&>')]).toEqual([
        'a',
        '&lt;&amp;&gt;',
        '&lt;&amp;&gt;',
      ]);
      expect(callbacks).not.toHaveBeenCalled();
    } finally {
      callbacks.mockRestore();
    }
  });

  it('leaves no character that ends a text or a quoted value, and loses none', () => {
    const text = fc.string({ unit: fc.constantFrom('&', '<', '>', '"', "'", 'a', ';', '#', 'lt') });
    fc.assert(
      fc.property(text, (given) => {
        const escaped = escapeHtml(given);
        expect(escaped.replaceAll(ENTITY, '')).not.toMatch(/[&<>"']/);
        expect(escaped.replaceAll(ENTITY, (entity) => CHARACTERS[entity] ?? '')).toBe(given);
      }),
      { numRuns: numRuns() },
    );
  });
});
