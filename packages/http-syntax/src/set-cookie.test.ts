import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { parseCookies } from './parse-cookies.js';
import { isFieldValue } from './field-value.js';
import { formatSetCookie, type SetCookieAttributes } from './set-cookie.js';
import { SetCookieError } from './set-cookie-error.js';

describe('formatSetCookie', () => {
  it('sends only name and value without attributes', () => {
    const off = { secure: false, httpOnly: false, partitioned: false, path: undefined };
    expect(formatSetCookie('id', 'a b;é', off)).toBe('id=a+b%3B%C3%A9');
  });

  it('sends every attribute, in a fixed order', () => {
    const attributes: SetCookieAttributes = {
      partitioned: true,
      sameSite: 'None',
      httpOnly: true,
      secure: true,
      maxAge: 0,
      expires: new Date(784111777999),
      path: '/a b',
      domain: '.h.test',
    };
    expect(formatSetCookie('id', '', attributes)).toBe(
      'id=; domain=.h.test; path=/a b; expires=Sun, 06 Nov 1994 08:49:37 GMT; Max-Age=0; secure; HttpOnly; SameSite=None; Partitioned',
    );
  });

  it.each([
    '',
    'a b',
    'a=b',
    'a;b',
    'a\n',
    'a\0',
    '\u007f',
    'a\t',
    '\u0085',
    '\u2028',
    '\ud800',
    5,
  ])('refuses the name %j', (name) => {
    expect(codeOf(() => formatSetCookie(name as string, ''))).toBe('COOKIE_NAME');
  });

  it.each<[unknown, string]>([
    [{ domain: '' }, 'domain'],
    [{ domain: 'h.test; secure' }, 'domain'],
    [{ domain: 'h.test\n' }, 'domain'],
    [{ domain: 'h..test' }, 'domain'],
    [{ domain: 'é.test' }, 'domain'],
    [{ domain: null }, 'domain'],
    [{ path: '' }, 'path'],
    [{ path: ['/'] }, 'path'],
    [{ path: 'a' }, 'path'],
    [{ path: '/;secure' }, 'path'],
    [{ path: '/a ' }, 'path'],
    [{ path: '/\r\nX: y' }, 'path'],
    [{ path: '/a\n' }, 'path'],
    [{ path: '/é' }, 'path'],
    [{ expires: new Date(NaN) }, 'expires'],
    [{ expires: new Date(8.64e15) }, 'expires'],
    [{ expires: 'tomorrow' }, 'expires'],
    [{ maxAge: 1.5 }, 'maxAge'],
    [{ maxAge: NaN }, 'maxAge'],
    [{ maxAge: '5; secure' }, 'maxAge'],
    [{ sameSite: 'lax' }, 'sameSite'],
    [{ sameSite: 'Lax; secure' }, 'sameSite'],
    [{ secure: 'yes' }, 'secure'],
    [{ httpOnly: 1 }, 'httpOnly'],
    [{ partitioned: null }, 'partitioned'],
    [{ httponly: true }, 'httponly'],
  ])('refuses %j', (attributes, name) => {
    expect(() => formatSetCookie('a', '', attributes as SetCookieAttributes)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `cookie.${name}` }),
    );
  });

  it('expects the attribute that is nearest to an unknown one', () => {
    expect(() => formatSetCookie('a', '', { httponly: true } as SetCookieAttributes)).toThrow(
      'unknown option cookie.httponly; expected cookie.httpOnly',
    );
  });

  it('refuses partitioned without secure', () => {
    expect(codeOf(() => formatSetCookie('a', '', { partitioned: true }))).toBe(
      'COOKIE_PARTITIONED',
    );
  });

  it('refuses SameSite=None without secure, which browsers drop', () => {
    for (const attributes of [{ sameSite: 'None' }, { sameSite: 'None', secure: false }] as const)
      expect(codeOf(() => formatSetCookie('a', '', attributes))).toBe('COOKIE_SAME_SITE');
    expect(formatSetCookie('a', '', { sameSite: 'None', secure: true })).toBe(
      'a=; secure; SameSite=None',
    );
    expect(formatSetCookie('a', '', { sameSite: 'Lax' })).toBe('a=; SameSite=Lax');
  });

  it.each([
    [{ path: '/' }, 'path=/'],
    [{ path: '/a' }, 'path=/a'],
    [{ path: '/~' }, 'path=/~'],
    [{ domain: 'h' }, 'domain=h'],
    [{ domain: '.a-b.c0' }, 'domain=.a-b.c0'],
    [{ maxAge: -1 }, 'Max-Age=-1'],
    [{ maxAge: Number.MAX_SAFE_INTEGER }, 'Max-Age=9007199254740991'],
    [{ sameSite: 'Strict' }, 'SameSite=Strict'],
    [{ sameSite: 'Lax' }, 'SameSite=Lax'],
    [{ partitioned: true, secure: true }, 'secure; Partitioned'],
    [{ expires: new Date('1601-01-01T00:00:00Z') }, 'expires=Mon, 01 Jan 1601 00:00:00 GMT'],
    [{ expires: new Date('9999-12-31T23:59:59Z') }, 'expires=Fri, 31 Dec 9999 23:59:59 GMT'],
  ])('accepts %j', (attributes, sent) => {
    expect(formatSetCookie('a', '', attributes as SetCookieAttributes)).toBe(`a=; ${sent}`);
  });

  it.each<[string, string, SetCookieAttributes]>([
    ['ab', 'x'.repeat(4_094), {}],
    ['ab', 'x'.repeat(4_094), { path: '/', httpOnly: true }],
    ['a', 'b', { path: `/${'x'.repeat(1_023)}` }],
    ['a', 'b', { domain: `${'x.'.repeat(510)}test` }],
  ])('sends what browsers keep, and refuses one byte more: %#', (name, value, attributes) => {
    const { path, domain } = attributes;
    expect(formatSetCookie(name, value, attributes)).toMatch(new RegExp(`^${name}=`));
    const more: [string, string, SetCookieAttributes] =
      value.length > 1
        ? [name, `${value}x`, attributes]
        : [name, value, path === undefined ? { domain: `x${domain}` } : { path: `${path}x` }];
    expect(codeOf(() => formatSetCookie(...more))).toBe('COOKIE_TOO_LARGE');
  });

  it('counts the bytes that are sent, and names the cookie', () => {
    expect(() => formatSetCookie('a', 'é'.repeat(700))).toThrow(
      'expected at most 4096 bytes in the name and value of the cookie a, because browsers ignore more; store less in it; received 4201',
    );
  });

  it.each([-1, 0, 1, 1600, 10_000])('refuses an expiry in the year %d', (year) => {
    const expires = new Date(Date.UTC(2000, 0));
    expires.setUTCFullYear(year);
    expect(() => formatSetCookie('a', '', { expires })).toThrow('a Date in the years 1601-9999');
  });

  it('refuses a value that is not a string', () => {
    expect(codeOf(() => formatSetCookie('a', 5 as unknown as string))).toBe('COOKIE_VALUE');
  });

  it.each([
    ['__Secure-a', {}],
    ['__secure-a', { secure: false }],
    ['__Host-a', { secure: true }],
    ['__Host-a', { path: '/' }],
    ['__Host-a', { secure: true, path: '/x' }],
    ['__HOST-a', { secure: true, path: '/', domain: 'h.test' }],
  ])('refuses %s with %j', (name, attributes) => {
    expect(codeOf(() => formatSetCookie(name, '', attributes))).toBe('COOKIE_PREFIX');
  });

  it.each([
    ['__Secure-a', { secure: true, domain: 'h.test' }],
    ['__Host-a', { secure: true, path: '/' }],
  ])('accepts %s with %j', (name, attributes) => {
    expect(formatSetCookie(name, 'v', attributes)).toMatch(/^__(Secure|Host)-a=v; /);
  });

  it('either throws or sends exactly the given name, value and attributes', () => {
    const nasty = fc.string({
      unit: fc.constantFrom(...Array.from('aZ./-=;,% +"\\\n\0é\u{1f600}')),
    });
    const attributes = fc.record(
      {
        domain: fc.oneof(fc.constant('h.test'), nasty),
        path: nasty.map((text) => `/${text}`),
        maxAge: fc.integer(),
        secure: fc.boolean(),
        httpOnly: fc.boolean(),
        sameSite: fc.constantFrom('Strict', 'Lax', 'None'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(nasty, nasty, attributes, (name, value, asked) => {
        const header = attempt(() => formatSetCookie(name, value, asked as SetCookieAttributes));
        fc.pre(header !== null);
        expect(isFieldValue(header)).toBe(true);
        const { pair, ...sent } = naiveSetCookie(header);
        expect({ ...parseCookies(pair ?? '') }).toEqual({ [name]: value });
        expect(sent).toEqual(wanted(asked));
      }),
      { numRuns: numRuns(100) },
    );
  });
});

describe('SetCookieError', () => {
  it.each<[string, string, object, string, unknown]>([
    ['a b', '', {}, 'expected a cookie name without =, ;, spaces or control characters', 'a b'],
    ['a', 7 as never, {}, 'expected a string as the cookie value', 7],
    ['a', '', { partitioned: true }, 'the attribute partitioned requires secure: true', false],
    ['__Secure-a', '', {}, 'the prefix of this name requires secure: true', false],
    ['__Host-a', '', { secure: true }, 'the prefix __Host- requires the path /', undefined],
    [
      '__Host-a',
      '',
      { secure: true, path: '/', domain: 'h' },
      'the prefix __Host- does not allow a domain',
      'h',
    ],
  ])('of %s=%s with %j states its rule', (name, value, attributes, rule, found) => {
    const error = thrownBy(() => formatSetCookie(name, value, attributes));
    const shown = typeof found === 'string' ? JSON.stringify(found) : String(found);
    expect([error.message, error.value]).toEqual([`${rule}; received ${shown}`, found]);
  });

  it('states the rule and the truncated value, and keeps the whole value', () => {
    const name = `${'x'.repeat(200)};`;
    const error = thrownBy(() => formatSetCookie(name, ''));
    expect(error.message.length).toBeLessThan(160);
    expect(error).toMatchObject({ name: 'SetCookieError', value: name });
  });

  it('is recognized by its brand, in every copy of the package', () => {
    const foreign = { [Symbol.for('@mortise/http-syntax/SetCookieError')]: true };
    expect(foreign instanceof SetCookieError).toBe(true);
    expect(new TypeError('x') instanceof SetCookieError).toBe(false);
    expect((null as unknown) instanceof SetCookieError).toBe(false);
  });
});

/** RFC 6265 5.2, attributes by lower-case name. */
function naiveSetCookie(header: string): Record<string, string> {
  const [pair = '', ...attributes] = header.split(';');
  const entries = attributes.map((attribute) => {
    const [name = '', ...value] = attribute.split('=');
    return [name.trim().toLowerCase(), value.join('=').trim()] as const;
  });
  return { pair, ...Object.fromEntries(entries) };
}

function wanted(asked: object): Record<string, string> {
  const wire = Object.entries(asked).map(([name, value]: [string, unknown]) => [
    name === 'maxAge' ? 'max-age' : name.toLowerCase(),
    value === true ? '' : String(value),
  ]);
  return Object.fromEntries(wire.filter(([, value]) => value !== 'false')) as Record<
    string,
    string
  >;
}

function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch (error) {
    expect((error as SetCookieError).code).toMatch(/^(COOKIE_|OPTION_INVALID$)/);
    return null;
  }
}

function thrownBy(action: () => unknown): SetCookieError {
  try {
    action();
  } catch (error) {
    if (error instanceof SetCookieError) return error;
  }
  throw new Error('nothing was thrown');
}

function codeOf(action: () => unknown): string {
  return thrownBy(action).code;
}
