import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { declaredParts } from './multipart-options.js';

const UNITS: Readonly<Record<string, number>> = { '': 1, ' B': 1, ' KiB': 1024, ' MiB': 1_048_576 };

describe('the limits of forms', () => {
  const page = readFileSync(new URL('../../../../docs/limits.md', import.meta.url), 'utf8');
  const [, section = ''] = /^## Forms with files(.*?)^## /ms.exec(page) ?? [];
  const documented = new Map(
    Array.from(
      section.matchAll(/`(\w+)` \| ([\d,]+)( \w+)? \|/g),
      ([, option = '', digits = '', unit = '']) => [
        option,
        Number(digits.replace(',', '')) * (UNITS[unit] ?? NaN),
      ],
    ),
  );

  it.each(Object.entries(declaredParts({})).filter(([, value]) => typeof value === 'number'))(
    'has the documented default of %s',
    (option, value) => {
      expect(documented.get(option)).toBe(value);
    },
  );

  it('has the default of each limit that is undefined', () => {
    const names = Object.keys(declaredParts({}));
    const unset: object = Object.fromEntries(names.map((name) => [name, undefined]));
    expect(declaredParts(unset)).toEqual(declaredParts({}));
  });

  it.each([
    ['maxFiles', Number.NaN],
    ['maxFields', -1],
    ['maxParts', '9mb'],
    ['maxBytes', null],
  ])('refuses %s: %p, which is not a number of at least 0', (name, value) => {
    expect(() => declaredParts({ [name]: value as number })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `multipartParts.${name}` }),
    );
  });

  it('has no limit with Infinity', () => {
    expect(declaredParts({ maxFiles: Infinity }).maxFiles).toBe(Infinity);
  });

  it('keeps given limits, including 0', () => {
    expect(declaredParts({ maxFiles: 0 })).toMatchObject({ maxFiles: 0, maxFields: 1000 });
  });
});
