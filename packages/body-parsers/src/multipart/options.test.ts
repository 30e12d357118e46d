import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { multipartLimits } from './options.js';

const UNITS: Readonly<Record<string, number>> = { '': 1, ' B': 1, ' KiB': 1024, ' MiB': 1_048_576 };

describe('multipartLimits', () => {
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

  it.each(Object.entries(multipartLimits({})))(
    'has the documented default of %s',
    (option, value) => {
      expect(documented.get(option)).toBe(value);
    },
  );

  it('has the default of each limit that is undefined', () => {
    const names = Object.keys(multipartLimits({}));
    const unset: object = Object.fromEntries(names.map((name) => [name, undefined]));
    expect(multipartLimits(unset)).toEqual(multipartLimits({}));
  });

  it('is 0 for a limit that is not a number of at least 0', () => {
    const limits = { maxFiles: NaN, maxFields: -1, maxParts: '9mb' as unknown as number };
    expect(multipartLimits(limits)).toMatchObject({ maxFiles: 0, maxFields: 0, maxParts: 0 });
  });

  it('keeps given limits, including 0', () => {
    expect(multipartLimits({ maxFiles: 0 })).toMatchObject({ maxFiles: 0, maxFields: 1000 });
  });
});
