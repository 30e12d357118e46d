import { describe, expect, it } from '@jest/globals';
import {
  boolean,
  callable,
  choice,
  integer,
  list,
  methods,
  nested,
  optional,
  OptionError,
  options,
  or,
  rule,
} from './index.js';

interface Cookie {
  readonly secure?: boolean;
  readonly sameSite?: 'Strict' | 'Lax';
}
interface Toy<T = unknown> {
  readonly store: { get(): T };
  readonly ttl?: number;
  readonly maxAge?: number;
  readonly cookie?: Cookie;
  readonly rows?: readonly Cookie[];
  readonly onEvent?: (event: T) => void;
}
const cookie = options<Cookie>()('cookie', {
  secure: or(boolean, true),
  sameSite: or(choice('Strict', 'Lax'), 'Lax'),
});
const toy = options<Toy>()('toy', {
  store: methods('a store', 'get'),
  ttl: or(integer(1, 9), 5),
  maxAge: optional(integer(0)),
  cookie: nested(cookie),
  rows: or(list(nested(cookie), 'a list of cookies'), []),
  onEvent: or(callable, () => undefined),
});
const store = { get: () => 7 };
const NAMES = 'expected an object with any of store, ttl, maxAge, cookie, rows, onEvent';

/** The message of the refusal; fails if there is none. */
function refusal(given: unknown): string {
  try {
    toy(given as Toy);
  } catch (error) {
    expect(error).toBeInstanceOf(OptionError);
    return (error as OptionError).message;
  }
  throw new Error('the options were accepted');
}

describe('options', () => {
  it('adds the defaults, those of nested options too', () => {
    expect(toy({ store })).toEqual({
      store,
      ttl: 5,
      maxAge: undefined,
      cookie: { secure: true, sameSite: 'Lax' },
      rows: [],
      onEvent: expect.any(Function),
    });
  });

  it('names the option that is missing if none is given', () => {
    expect(() => toy(undefined as never)).toThrow('invalid toy.store: received undefined');
  });

  it('keeps what is given, and reads each member of a list', () => {
    const given = {
      store,
      ttl: 9,
      maxAge: 0,
      cookie: { secure: false },
      rows: [{ secure: false }],
    };
    expect(toy(given)).toMatchObject({
      ...given,
      rows: [{ secure: false, sameSite: 'Lax' }],
    });
  });

  it('treats undefined as omitted, for all options too', () => {
    expect(toy({ store, ttl: undefined } as never).ttl).toBe(5);
    expect(cookie(undefined)).toEqual({ secure: true, sameSite: 'Lax' });
    // All callers without options share one result.
    expect(Object.isFrozen(cookie(undefined))).toBe(true);
  });

  it.each([
    ['a value', { store, ttl: 10 }, 'toy.ttl: received 10; expected an integer from 1 to 9'],
    ['null', { store, ttl: null }, 'toy.ttl: received null; expected an integer from 1 to 9'],
    ['a missing option', {}, 'toy.store: received undefined; expected a store'],
    [
      'a nested value',
      { store, cookie: { secure: 1 } },
      'toy.cookie.secure: received 1; expected true or false',
    ],
    [
      'nested null',
      { store, cookie: null },
      'toy.cookie: received null; expected an object with any of secure, sameSite',
    ],
    [
      'a value in a list',
      { store, rows: [{}, { secure: 1 }] },
      'toy.rows[1].secure: received 1; expected true or false',
    ],
    [
      'a value that is not a list',
      { store, rows: {} },
      'toy.rows: received an object; expected a list of cookies',
    ],
    ['null instead of options', null, `toy: received null; ${NAMES}`],
    ['text instead of options', 'x', `toy: received a string of length 1; ${NAMES}`],
    ['a function instead of options', () => 0, `toy: received a function; ${NAMES}`],
  ])('refuses %s, and names the option by its path', (_, given, expected) => {
    expect(refusal(given)).toBe(`invalid ${expected}`);
  });

  it('gives the path of the option, the value and one code', () => {
    const refused = () => toy({ store, cookie: { secure: 1 } } as never);
    expect(refused).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: 'toy.cookie.secure', value: 1 }),
    );
  });

  it.each([
    ['tll', 'toy.ttl'],
    ['TTL', 'toy.ttl'],
    ['maxage', 'toy.maxAge'],
    ['onEvnts', 'toy.onEvent'],
    ['size', 'one of store, ttl, maxAge, cookie, rows, onEvent'],
    ['toString', 'one of store, ttl, maxAge, cookie, rows, onEvent'],
    ['__proto__', 'one of store, ttl, maxAge, cookie, rows, onEvent'],
  ])('refuses the unknown name %s without its value, and expects %s', (name, expected) => {
    const given = JSON.parse(`{"${name}":"secret"}`) as object;
    expect(refusal(given)).toBe(`unknown option toy.${name}; expected ${expected}`);
    expect(() => toy(given as Toy)).toThrow(expect.objectContaining({ value: undefined }));
  });

  it('refuses an unknown name whose value is undefined', () => {
    expect(refusal({ store, tll: undefined })).toBe('unknown option toy.tll; expected toy.ttl');
  });

  it('names what to write for a name of another library, at the path of the options', () => {
    const other = options<Pick<Toy, 'ttl'>>()(
      'toy',
      { ttl: or(integer(1), 2) },
      { expires: 'ttl', size: 'the option maxBytes of the store' },
    );
    const refused = (name: string) => () => other({ [name]: 1 }, 'box.toy');
    expect(refused('expires')).toThrow('unknown option box.toy.expires; expected box.toy.ttl');
    expect(refused('size')).toThrow('box.toy.size; expected the option maxBytes of the store');
    expect(refused('toString')).toThrow('unknown option box.toy.toString; expected one of ttl');
  });

  it('names the path of an unknown nested option', () => {
    expect(refusal({ store, cookie: { secur: true } })).toBe(
      'unknown option toy.cookie.secur; expected toy.cookie.secure',
    );
  });

  it('ignores inherited names', () => {
    expect(toy(Object.assign(Object.create({ other: 1 }) as object, { store })).ttl).toBe(5);
  });

  it.each<[string, object]>([
    ['an instance of AbortSignal', new AbortController().signal],
    ['an instance of Map', new Map([['ttl', 7]])],
    ['an instance of URL', new URL('http://a')],
  ])('refuses %s in the place of the options, which would be ignored', (what, given) => {
    const other = options<Pick<Toy, 'ttl'>>()('toy', { ttl: or(integer(1), 2) });
    expect(() => other(given as never)).toThrow(
      `invalid toy: received ${what}; expected an object with any of ttl`,
    );
  });

  it('takes options of any class that has one of the names, and an empty object', () => {
    class Settings {
      get ttl(): number {
        return 7;
      }
    }
    const other = options<Pick<Toy, 'ttl'>>()('toy', { ttl: or(integer(1), 2) });
    const given = [new Settings(), {}, Object.create(null) as object];
    expect(given.map((each) => other(each as Pick<Toy, 'ttl'>).ttl)).toEqual([7, 2, 2]);
  });

  it('has types that follow the rules and the interface', () => {
    function read<T>(given: Toy<T>) {
      const { ttl, maxAge, cookie: own, rows, onEvent } = toy(given as Toy);
      const age: number | undefined = maxAge;
      const kinds: readonly ('Strict' | 'Lax')[] = [
        own.sameSite,
        ...rows.map((row) => row.sameSite),
      ];
      // @ts-expect-error an option without default can be undefined
      const wrong: number = maxAge;
      return [ttl satisfies number, age, wrong, kinds, onEvent satisfies (event: unknown) => void];
    }
    expect(read({ store })).toHaveLength(5);
    // @ts-expect-error a name is missing
    options<Cookie>()('cookie', { secure: or(boolean, true) });
    // @ts-expect-error the rule is of another type
    options<Cookie>()('cookie', { secure: or(integer(0), 1), sameSite: or(choice('Lax'), 'Lax') });
    // @ts-expect-error the default is of another type
    options<Pick<Toy, 'onEvent'>>()('toy', { onEvent: or(callable, 5) });
    // @ts-expect-error an option that can be omitted has a default, or is optional
    options<Pick<Toy, 'ttl'>>()('toy', { ttl: integer(1) });
    // @ts-expect-error a name that the interface does not have
    options<Pick<Toy, 'ttl'>>()('toy', { ttl: or(integer(1), 2), tll: or(integer(1), 2) });
    const text = options<{ a: string }>()('a', { a: rule((value) => value === 'x', '"x"') });
    expect(text({ a: 'x' }).a satisfies string).toBe('x');
  });
});
