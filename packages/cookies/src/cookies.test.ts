import { describe, expect, it } from '@jest/globals';
import { OptionError } from '@mortise/base/options';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import { toFetchHandler } from '@mortise/fetch';
import type { HttpFactoriesInterface, ServerRequestInterface } from '@mortise/http-message';
import { SetCookieError } from '@mortise/http-syntax';
import { createApp } from 'mortise';
import { inProcess, overSocket } from 'mortise/testing';
import { implementations } from '../../../tooling/testing/implementations.js';
import {
  checkKeyRing,
  type CookieEvent,
  COOKIES,
  encryptedCookies,
  setCookieValue,
  signedCookies,
  withEncryptedCookie,
  withSignedCookie,
} from './index.js';
import { signValue } from './sealed-value.js';

const keys = ['k'.repeat(32)];

it.each([
  ['signedCookies', signedCookies],
  ['encryptedCookies', encryptedCookies],
])('%s is listed under its name', (name, middleware) => {
  expect(middleware({ keys })).toHaveProperty('name', name);
});

describe.each(implementations)('cookies with %s', (_, factories) => {
  it.each([
    ['signed', signedCookies, withSignedCookie],
    ['encrypted', encryptedCookies, withEncryptedCookie],
  ])('that are %s come back over a socket', async (_kind, middleware, withCookie) => {
    const app = createApp({ factories });
    app.get('/set', (_request, response) =>
      withCookie(response, keys, 'user', 'Ana é;=', { path: '/' }),
    );
    app.get('/get', async (request, response) => {
      response.getBody().write(String(await request.getAttribute(COOKIES)?.get('user')));
      return response;
    });
    app.add(middleware({ keys }));
    const client = overSocket(app);
    const [pair = ''] = (await client.get('/set')).getHeaderLine('Set-Cookie').split(';');
    const response = await client.get('/get', { headers: { Cookie: pair } });
    await client.close();
    expect(await response.getBody().text()).toBe('Ana é;=');
  });

  it.each([
    ['signed', withSignedCookie],
    ['encrypted', withEncryptedCookie],
  ])(
    'that are %s have their attributes, and leave other cookies alone',
    async (_kind, withCookie) => {
      const response = factories.createResponse().withHeader('Set-Cookie', 'first=1');
      const both = await withCookie(response, keys, 'second', '2', { path: '/', httpOnly: true });
      expect(both.getHeader('Set-Cookie')).toEqual([
        'first=1',
        expect.stringMatching(/^second=[\w.-]+; path=\/; HttpOnly$/),
      ]);
    },
  );

  it.each([
    ['signed', withSignedCookie],
    ['encrypted', withEncryptedCookie],
  ])('that are %s are refused with a value that is not text', async (_kind, withCookie) => {
    await expect(
      withCookie(factories.createResponse(), keys, 'a', undefined as never),
    ).rejects.toMatchObject({ code: 'OPTION_INVALID', option: 'cookie.value' });
  });

  it.each(['Ana', ''])('without a signature read as absent, and are reported: %j', async (user) => {
    const events: CookieEvent[] = [];
    const request = factories.createServerRequest('GET', '/').withCookieParams({ user });
    const cookies = await cookiesIn(request, factories, (event) => events.push(event));
    expect([await cookies.get('user'), await cookies.get('other')]).toEqual([null, null]);
    expect(events).toEqual([{ type: 'cookie-refused', name: 'user', request }]);
  });

  it.each(['Ana', ''])('that were accepted are not reported: %j', async (value) => {
    const events: CookieEvent[] = [];
    const user = await signValue(keys, 'user', value);
    const request = factories.createServerRequest('GET', '/').withCookieParams({ user });
    const cookies = await cookiesIn(request, factories, (event) => events.push(event));
    expect([await cookies.get('user'), events]).toEqual([value, []]);
  });

  it.each(['__proto__', 'constructor', 'toString'])('read %s as absent', async (name) => {
    const { get } = await cookiesOf(factories, 'user=Ana', () => undefined);
    expect(await get(name)).toBeNull();
  });

  it('read no member of Object.prototype, even from requests of other implementations', async () => {
    const request = factories.createServerRequest('GET', 'http://h.test/');
    Object.defineProperty(request, 'getCookieParams', { value: () => ({}) });
    const events: CookieEvent[] = [];
    const cookies = await cookiesIn(request, factories, (event) => events.push(event));
    expect([await cookies.get('constructor'), events]).toEqual([null, []]);
  });

  it('create no promise around a synchronous handler', () => {
    const response = factories.createResponse(204);
    const request = factories.createServerRequest('GET', 'http://h.test/');
    expect(signedCookies({ keys }).process(request, { handle: () => response })).toBe(response);
  });

  it('pass through variant A', async () => {
    const app = createVariantA({ factories });
    app.get('/', async (request, response) =>
      response.write(String(await request.getAttribute(COOKIES)?.get('user'))),
    );
    app.add(signedCookies({ keys }));
    const Cookie = `user=${await signValue(keys, 'user', 'Ana')}`;
    const response = await inProcess(app).get('/', { headers: { Cookie } });
    expect(await response.getBody().text()).toBe('Ana');
  });

  it('pass through toFetchHandler', async () => {
    const app = createApp({ factories });
    app.get('/', (_request, response) => withSignedCookie(response, keys, 'a', 'b'));
    const response = await toFetchHandler(app, { factories })(new Request('http://h.test/'));
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^a=[\w-]{64}\.b$/)]);
  });
});

describe('setCookieValue', () => {
  it('sends inherited attributes, such as the getters of a class', () => {
    class Attributes {
      get httpOnly() {
        return true;
      }
    }
    expect(setCookieValue('a', 'b', new Attributes())).toBe('a=b; HttpOnly');
  });

  it('sends a name and value of 4,096 bytes, and refuses one more', () => {
    expect(setCookieValue('ab', 'x'.repeat(4_094))).toHaveLength(4_097);
    expect(setCookieValue('ab', 'x'.repeat(4_094), { path: '/' })).toHaveLength(4_105);
    expect(() => setCookieValue('ab', 'x'.repeat(4_095))).toThrow(SetCookieError);
    expect(() => setCookieValue('ab', 'x'.repeat(4_095))).toThrow(
      expect.objectContaining({ code: 'COOKIE_TOO_LARGE' }),
    );
  });

  it('counts no attribute with the name and value', () => {
    const attributes = { path: '/', domain: 'a.test', httpOnly: true };
    expect(setCookieValue('ab', 'x'.repeat(4_094), attributes)).toMatch(/^ab=x{4094}; /);
    expect(() => setCookieValue('ab', 'x'.repeat(4_095), attributes)).toThrow('received 4097');
  });

  it('counts the bytes that are sent, not the characters of the value', () => {
    expect(() => setCookieValue('a', 'é'.repeat(700))).toThrow('received 4201');
  });

  it('sends a path of 1,024 bytes, and refuses one more', () => {
    expect(setCookieValue('a', 'b', { path: `/${'x'.repeat(1_023)}` })).toMatch(/^a=b/);
    expect(() => setCookieValue('a', 'b', { path: `/${'x'.repeat(1_024)}` })).toThrow(
      SetCookieError,
    );
    expect(() => setCookieValue('a', 'b', { path: `/${'x'.repeat(1_024)}` })).toThrow(
      expect.objectContaining({ code: 'COOKIE_TOO_LARGE' }),
    );
  });

  it('sends a domain of 1,024 bytes, and refuses one more', () => {
    const domain = `${'x.'.repeat(510)}test`;
    expect(setCookieValue('a', 'b', { domain })).toContain(`domain=${domain}`);
    expect(() => setCookieValue('a', 'b', { domain: `x${domain}` })).toThrow(SetCookieError);
    expect(() => setCookieValue('a', 'b', { domain: `x${domain}` })).toThrow(
      'expected at most 1024 bytes in the domain of the cookie a, because browsers ignore more; store less in it; received 1025',
    );
  });

  it.each(['httponly', 'samesite', 'max-age'])('refuses the unknown attribute %s', (attribute) => {
    expect(() => setCookieValue('a', 'b', { [attribute]: 1 })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `cookie.${attribute}` }),
    );
  });

  it.each([null, 3600, ['/']])('refuses the attributes %j', (attributes) => {
    expect(() => setCookieValue('a', 'b', attributes as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: 'cookie' }),
    );
  });

  it.each(['Low', 'Medium', 'High'] as const)('accepts the priority %s', (priority) => {
    expect(setCookieValue('a', 'b', { priority })).toBe(`a=b; Priority=${priority}`);
  });

  it('accepts every attribute of a cookie', () => {
    const attributes = {
      domain: 'h.test',
      path: '/',
      expires: new Date(784_111_777_000),
      maxAge: 60,
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
      partitioned: true,
      priority: 'Low',
    } as const;
    expect(setCookieValue('a', 'b', attributes).split('; ').sort()).toEqual([
      'HttpOnly',
      'Max-Age=60',
      'Partitioned',
      'Priority=Low',
      'SameSite=Lax',
      'a=b',
      'domain=h.test',
      'expires=Sun, 06 Nov 1994 08:49:37 GMT',
      'path=/',
      'secure',
    ]);
  });

  it('adds the priority', () => {
    expect(setCookieValue('a', 'b', { priority: 'High', path: '/' })).toBe(
      'a=b; path=/; Priority=High',
    );
    expect(() => setCookieValue('a', 'b', { priority: 'high' as never })).toThrow(OptionError);
    expect(() => setCookieValue('a', 'b', { priority: 'high' as never })).toThrow(
      expect.objectContaining({ option: 'cookie.priority' }),
    );
  });
});

describe('the options of cookies', () => {
  it.each([
    [{ keys: ['k'.repeat(31)] }, 'keys[0]'],
    [{ keys: ['k'.repeat(32), new Uint8Array(31)] }, 'keys[1]'],
    [{ keys: [] }, 'keys'],
    [{ keys: 'k'.repeat(32) }, 'keys'],
    [{ keys: [7] }, 'keys[0]'],
    [{ keys: [{ length: 32 }] }, 'keys[0]'],
    [{ keys, onEvent: 7 }, 'onEvent'],
    [{ keys, key: 7 }, 'key'],
  ])('are refused: %j', (options, option) => {
    expect(() => signedCookies(options as never)).toThrow(OptionError);
    expect(() => encryptedCookies(options as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `encryptedCookies.${option}` }),
    );
  });

  it('never shows a key in a message', () => {
    expect(() => signedCookies({ keys: 'k'.repeat(32) as never })).toThrow(
      'invalid signedCookies.keys: received "one key"; expected a list with at least one key',
    );
    expect(() => signedCookies({ keys: new Uint8Array(32) as never })).toThrow(
      'invalid signedCookies.keys: received "one key"; expected a list with at least one key',
    );
    expect(() => signedCookies({ keys: ['hunter2'] })).toThrow(
      'invalid signedCookies.keys[0]: received "7 bytes"; expected a string or Uint8Array of at least 32 bytes: run openssl rand -base64 32',
    );
  });

  it('shows in a message a value that is not a key', () => {
    expect(() => signedCookies({ keys: 7 as never })).toThrow(
      'invalid signedCookies.keys: received 7;',
    );
    expect(() => signedCookies({ keys: [7 as never] })).toThrow(
      'invalid signedCookies.keys[0]: received 7;',
    );
  });

  it('names in the error the option that checkKeyRing was given', () => {
    expect(() => {
      checkKeyRing(['short'], 'secrets');
    }).toThrow(expect.objectContaining({ option: 'secrets[0]' }));
  });

  it('accepts keys of 32 bytes, counted as UTF-8', () => {
    expect(() => signedCookies({ keys: ['é'.repeat(16), new Uint8Array(32)] })).not.toThrow();
  });
});

describe('@mortise/cookies', () => {
  it('has one name for the attribute of a request, which other copies of the package share', () => {
    expect(COOKIES).toBe('mortise.cookies');
  });
});

async function cookiesOf(
  factories: HttpFactoriesInterface,
  header: string,
  onEvent: (event: CookieEvent) => void,
) {
  const request = factories.createServerRequest('GET', 'http://h.test/');
  const [name = '', value = ''] = header.split('=');
  const cookies = await cookiesIn(request.withCookieParams({ [name]: value }), factories, onEvent);
  return { get: (name: string) => cookies.get(name) };
}

async function cookiesIn(
  request: ServerRequestInterface,
  factories: HttpFactoriesInterface,
  onEvent: (event: CookieEvent) => void,
) {
  const seen: ServerRequestInterface[] = [];
  await signedCookies({ keys, onEvent }).process(request, {
    handle: (inner) => {
      seen.push(inner);
      return factories.createResponse();
    },
  });
  const cookies = seen[0]?.getAttribute(COOKIES);
  if (cookies === undefined) throw new Error('the request has no cookies');
  return cookies;
}
