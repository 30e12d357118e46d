import { describe, expect, it } from '@jest/globals';
import { defaultLimits, requestSourceOf } from './index.js';

const names = Object.keys(defaultLimits) as (keyof typeof defaultLimits)[];
const given = (name: string, value: unknown) => () =>
  requestSourceOf(new Request('http://a/'), { limits: { [name]: value } });

describe.each(names)('limits.%s', (name) => {
  it.each([0, 1, Number.MAX_SAFE_INTEGER])('can be %d', (value) => {
    expect(given(name, value)).not.toThrow();
  });

  it.each([-1, 0.5, Number.MAX_SAFE_INTEGER + 1, Infinity, NaN, '1', null])(
    'cannot be %p',
    (value) => {
      expect(given(name, value)).toThrow(
        expect.objectContaining({
          code: 'OPTION_INVALID',
          option: `requestSourceOf.limits.${name}`,
          value,
        }),
      );
    },
  );
});

it('an unknown limit is refused, and the nearest one is named', () => {
  expect(given('bodyInMemroy', 1)).toThrow(
    expect.objectContaining({
      code: 'OPTION_INVALID',
      message:
        'unknown option requestSourceOf.limits.bodyInMemroy; expected requestSourceOf.limits.bodyInMemory',
    }),
  );
});

it('a limit that is undefined has its default', () => {
  const body = new Request('http://a/', { method: 'POST', body: 'a' });
  expect(() => requestSourceOf(body, { limits: { headerCount: undefined } })).not.toThrow();
});

describe('the default limits', () => {
  it('are those of the documentation', () => {
    expect(defaultLimits).toEqual({
      headerCount: 200,
      headerBytes: 16_384,
      targetLength: 8_192,
      bodyInMemory: 33_554_432,
      bodyTimeout: 60_000,
      bodyIdleTimeout: 15_000,
      bodyMinRate: 1_024,
      bodyMinRateAfter: 20_000,
      handlerTimeout: 30_000,
    });
  });
});

describe('requestSourceOf', () => {
  const headers = { a: '1', bc: '23' };

  it.each([
    ['headerCount', 2],
    ['headerBytes', 6],
  ])(
    'accepts header fields at the limit %s of %d, and refuses them one below it',
    (name, limit) => {
      const source = (value: number) =>
        requestSourceOf(new Request('http://a/', { headers }), { limits: { [name]: value } });
      expect(source(limit).rawHeaders).toEqual(['a', '1', 'bc', '23']);
      expect(() => source(limit - 1).rawHeaders).toThrow(
        expect.objectContaining({ code: 'HEADERS_TOO_LARGE', status: 431 }),
      );
    },
  );
});
