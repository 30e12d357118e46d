import { describe, expect, it } from '@jest/globals';
import { FACTORIES } from '../keys.js';
import { accepted } from '../options/index.js';
import { factoriesOf, factoriesWith } from './index.js';

const own = { createResponse: () => 'own' as never };
const requestWith = (value?: unknown) =>
  ({
    getLifetime: () => ({ getValue: (key: string) => (key === FACTORIES ? value : undefined) }),
  }) as never;

describe('factoriesOf', () => {
  it('prefers those of the option to those of the request', () => {
    expect(factoriesOf(requestWith({}), own)).toBe(own);
  });

  it('returns those of the request if the option was omitted', () => {
    expect(factoriesOf(requestWith(own))).toBe(own);
  });

  it('names the option if the request has none either', () => {
    const read = () => factoriesOf(requestWith(), undefined, 'cors.factories');
    expect(read).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: 'cors.factories' }),
    );
    expect(read).toThrow(
      'missing cors.factories: the request was created without factories; expected message factories, such as app.factories',
    );
  });
});

describe('factoriesWith', () => {
  it('accepts factories with the methods that are called, and no factories', () => {
    const of = factoriesWith('createResponse');
    expect(accepted<unknown>(of, own, 'cors.factories')).toBe(own);
    expect(accepted<unknown>(of, undefined, 'cors.factories')).toBeUndefined();
    expect(() => accepted<unknown>(factoriesWith('createStream'), own, 'a.factories')).toThrow(
      'invalid a.factories: received an object; expected message factories, such as app.factories',
    );
  });
});
