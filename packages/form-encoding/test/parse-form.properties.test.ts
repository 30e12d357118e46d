import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../../../tooling/properties/any-character.js';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { buildForm, FormError, type FormInputs, type FormValue, parseForm } from '../src/index.js';
import { formTree, hostileQuery, query } from './arbitraries.js';
import { modelParseStr } from './models/parse-str.js';

describe('parseForm and buildForm', () => {
  it('read back what was built (P9)', () => {
    fc.assert(
      fc.property(formTree, fc.constantFrom('+', '%20'), (tree, space) => {
        expect(parseForm(buildForm(tree as FormInputs, { space }))).toEqual(tree);
      }),
      { numRuns: numRuns() },
    );
  });

  it('accept an unpaired surrogate', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (value) => {
        const form = parseForm(buildForm({ value }));
        expect(form.value).toBe(Buffer.from(value).toString());
      }),
      { numRuns: numRuns() },
    );
  });
});

describe('parseForm', () => {
  it.each([true, false])('agrees with the naive model, phpNames %s (P10)', (phpNames) => {
    fc.assert(
      fc.property(
        hostileQuery,
        fc.integer({ min: 0, max: 5 }),
        fc.nat(8),
        (text, maxDepth, maxParameters) => {
          const options = { phpNames, maxDepth, maxParameters };
          expect(parseForm(text, { ...options, onLimit: 'truncate' })).toEqual(
            modelParseStr(text, options),
          );
        },
      ),
      { numRuns: numRuns() },
    );
  });

  it('reads bytes as it reads their text', () => {
    fc.assert(
      fc.property(query, (text) => {
        expect(parseForm(Buffer.from(text))).toEqual(parseForm(text));
      }),
      { numRuns: numRuns() },
    );
  });

  it('changes no prototype, leaves no hole, truncates nothing silently (P11)', () => {
    fc.assert(
      fc.property(hostileQuery, fc.nat(4), fc.nat(12), (text, maxDepth, maxParameters) => {
        const pairs = text.split('&').filter((pair) => pair !== '').length;
        try {
          const form = parseForm(text, { maxDepth, maxParameters });
          expect(pairs).toBeLessThanOrEqual(maxParameters);
          expectSound(form);
        } catch (error) {
          if (!(error instanceof FormError)) throw error;
          const { code } = error;
          expect(
            code === 'FORM_TOO_MANY_PARAMETERS' ? pairs > maxParameters : code === 'FORM_TOO_DEEP',
          ).toBe(true);
        }
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: numRuns() },
    );
  });
});

function expectSound(value: FormValue): void {
  if (typeof value === 'string') return;
  const keys = Object.keys(value);
  expect(keys).not.toContain('__proto__');
  if (Array.isArray(value)) expect(keys).toHaveLength(value.length);
  else expect(Object.getPrototypeOf(value)).toBeNull();
  for (const item of Object.values(value)) expectSound(item as FormValue);
}
