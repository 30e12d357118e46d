import { describe, expect, it } from '@jest/globals';
import { FACTORIES } from '../keys.js';
import { OptionChecks, OptionError } from './index.js';

const check = new OptionChecks(OptionError);

describe('OptionChecks', () => {
  const names = { origins: true, methods: true };

  it('accepts options with known names, and ignores inherited ones', () => {
    const options = Object.assign(Object.create({ other: 1 }) as object, { origins: '*' });
    expect(() => {
      check.names(options as never, names);
    }).not.toThrow();
  });

  it.each(['orgins', 'toString', '__proto__'])('refuses the name %s', (name) => {
    expect(() => {
      check.names(JSON.parse(`{"${name}": 7}`) as never, names);
    }).toThrow(`unknown option ${name}; expected one of origins, methods`);
  });

  it('names the option that contains the wrong option', () => {
    expect(() => {
      check.names({ secur: true } as never, { secure: true }, 'cookie');
    }).toThrow('unknown option cookie.secur; expected one of secure');
    expect(() => {
      check.names(7 as never, { secure: true }, 'cookie');
    }).toThrow('invalid cookie: received 7; expected an object');
  });

  it.each([undefined, null, 'origins', 7])('refuses %j, which is not an object', (options) => {
    expect(() => {
      check.names(options as never, names);
    }).toThrow(/^invalid options: received .*; expected an object$/);
  });

  it.each([1, null, 'true'])('refuses %j, which is neither true nor false', (value) => {
    expect(() => check.boolean('secure', value as never)).toThrow(/; expected true or false$/);
  });

  it.each([true, false])('returns %j', (value) => {
    expect(check.boolean('secure', value)).toBe(value);
  });

  it('accepts any integer from the least on if there is no maximum', () => {
    expect(check.integer('n', 2, 2)).toBe(2);
    expect(check.integer('n', Number.MAX_SAFE_INTEGER, 2)).toBe(Number.MAX_SAFE_INTEGER);
    for (const [value, quoted] of [
      [1, '1'],
      [2 ** 53, '9007199254740992'],
    ] as const) {
      expect(() => check.integer('n', value, 2)).toThrow(
        `invalid n: received ${quoted}; expected an integer of at least 2`,
      );
    }
  });

  it('refuses a rule that does not hold with the error class of its package', () => {
    class OwnError extends OptionError {}
    const own = new OptionChecks(OwnError);
    expect(() => {
      own.that(true, 'n', 7, 'six');
    }).not.toThrow();
    const refused = () => {
      own.that(false, 'n', 7, 'six');
    };
    expect(refused).toThrow(OwnError);
    expect(refused).toThrow('invalid n: received 7; expected six');
  });

  it.each([1, 7, 10])('returns the integer %d of a range from 1 to 10', (value) => {
    expect(check.integer('n', value, 1, 10)).toBe(value);
  });

  it.each([0, 11, 1.5, Number.NaN, Infinity, '7'])(
    'refuses %p in a range from 1 to 10',
    (value) => {
      expect(() => check.integer('n', value as number, 1, 10)).toThrow(
        /^invalid n: received .*; expected an integer from 1 to 10$/,
      );
    },
  );

  it('refuses a string that is not among the choices', () => {
    expect(check.choice<string>('kind', 'a', ['a', 'b'])).toBe('a');
    expect(() => check.choice<string>('kind', 'c', ['a', 'b'])).toThrow(
      'invalid kind: received "c"; expected one of "a", "b"',
    );
  });

  it('refuses a value that is not a function', () => {
    expect(check.callable('now', Date.now)).toBe(Date.now);
    expect(() => check.callable('now', 5)).toThrow('invalid now: received 5; expected a function');
  });

  it('refuses an object without one of the methods', () => {
    const store = { get: () => null };
    expect(check.methods('store', store, ['get'], 'a store')).toBe(store);
    expect(() => check.methods('store', store, ['get', 'set'], 'a store')).toThrow(
      'invalid store: received an object; expected a store',
    );
    expect(() => check.methods('store', null, ['get'], 'a store')).toThrow('received null');
    const inherited = Object.create(store) as typeof store;
    expect(check.methods('store', inherited, ['get'], 'a store')).toBe(inherited);
  });

  describe('factories', () => {
    const own = { createResponse: () => 'own' as never };
    const lifetimeOf = (value?: unknown) => ({
      getLifetime: () => ({ getValue: (key: string) => (key === FACTORIES ? value : null) }),
    });

    it('prefers those of the option to those of the request', () => {
      expect(check.factories('cors.factories', own, lifetimeOf({}) as never)).toBe(own);
    });

    it('returns those of the request if the option was omitted', () => {
      expect(check.factories('cors.factories', undefined, lifetimeOf(own) as never)).toBe(own);
    });

    it('names the option if the request has none either', () => {
      const read = () => check.factories('cors.factories', undefined, lifetimeOf() as never);
      expect(read).toThrow(
        expect.objectContaining({ code: 'OPTION_INVALID', option: 'cors.factories' }),
      );
      expect(read).toThrow(
        'missing cors.factories: the request was created without factories; expected factories of messages, such as app.factories',
      );
    });
  });
});
