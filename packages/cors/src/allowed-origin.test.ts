import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { allowedOrigin } from './allowed-origin.js';
import type { CorsRules } from './cors-rules.js';

const APP = 'https://app.example';

describe('the origin that may read a response', () => {
  const allowed = (origins: CorsRules['origins'], ...values: readonly string[]) =>
    allowedOrigin(factories.createServerRequest('GET', '/').withHeader('Origin', [...values]), {
      origins,
    });

  it.each<[string, CorsRules['origins'], readonly string[], string | null]>([
    ['every one', '*', [APP], '*'],
    ['one of the list', new Set([APP]), [APP], APP],
    ['none of several in one header', new Set([APP]), [APP, APP], null],
    ['none in another form', new Set([APP]), [`${APP}:443`], null],
    ['none that the list does not have', new Set([APP]), ['https://other.example'], null],
    ['none of an empty list', new Set(), [APP], null],
    ['one that the function allows', () => true, ['null'], 'null'],
    ['none that the function refuses', () => false, [APP], null],
    ['none if the function returns undefined', () => undefined as never, [APP], null],
  ])('is %s', (_, origins, values, origin) => {
    expect(allowed(origins, ...values)).toBe(origin);
  });

  it.each<[unknown, string | null]>([
    [true, APP],
    [false, null],
    [undefined, null],
  ])('is decided later if the function returns a promise of %p', async (result, origin) => {
    const later = allowed(() => Promise.resolve(result as boolean), APP);
    expect(later).toBeInstanceOf(Promise);
    expect(await later).toBe(origin);
  });

  it.each<unknown>([[], ['a'], 'no', 1, null])(
    'is refused if the function returns %j, which would count as yes, or a promise of it',
    async (result) => {
      const error = { code: 'OPTION_INVALID', option: 'cors.origins' };
      const call = () => allowed(() => result as boolean, APP);
      expect(call).toThrow(expect.objectContaining(error));
      const later = allowed(() => Promise.resolve(result as boolean), APP);
      await expect(later).rejects.toMatchObject(error);
    },
  );

  it('is null without the header, unless every origin may read', () => {
    const request = factories.createServerRequest('GET', '/');
    const all: CorsRules['origins'][] = ['*', new Set([APP]), () => true];
    expect(all.map((origins) => allowedOrigin(request, { origins }))).toEqual(['*', null, null]);
  });
});
