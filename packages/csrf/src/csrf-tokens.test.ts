import { describe, expect, it } from '@jest/globals';
import type { ServerRequestInterface } from '@mortise/http-message';
import { CSRF_SECRET, SESSION, session } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import fc from 'fast-check';
import { attachBodyParser } from '@mortise/app';
import { createApp, text } from 'mortise';
import { inProcess } from 'mortise/testing';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { appWith, visit } from '../test/token-visitor.js';
import { CSRF, CsrfError, type CsrfInterface, csrfTokens } from './index.js';
import { isOneUseToken, isSecret, isTokenOf, maskedToken, newSecret } from './csrf-token.js';

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

describe.each(implementations)('csrfTokens with %s', (_, factories) => {
  it('accepts a form with the name and value that the page was given', async () => {
    const { form, post } = await visit(factories);
    expect(Object.keys(form)).toEqual(['csrf_name', 'csrf_value']);
    expect(await post({ form })).toBe(200);
  });

  it('accepts the value in the header X-CSRF-Token', async () => {
    const { form, post } = await visit(factories);
    expect(await post({ headers: { 'X-CSRF-Token': form['csrf_value'] ?? '' }, json: {} })).toBe(
      200,
    );
  });

  it('accepts every token of the session, repeatedly and from older pages', async () => {
    const { form, post, page } = await visit(factories);
    const later = await page();
    expect(later['csrf_value']).not.toBe(form['csrf_value']);
    expect([await post({ form: later }), await post({ form }), await post({ form })]).toEqual([
      200, 200, 200,
    ]);
  });

  it('refuses a request without a token, and one with a wrong one', async () => {
    const { form, post } = await visit(factories);
    const value = form['csrf_value'] ?? '';
    const changed = (value.startsWith('A') ? 'B' : 'A') + value.slice(1);
    for (const request of [
      {},
      { form: { a: 'b' } },
      { form: { csrf_name: 'csrf' } },
      { form: { csrf_name: 'other', csrf_value: value } },
      { form: { csrf_name: 'csrf', csrf_value: changed } },
      { form: { csrf_name: 'csrf', csrf_value: '' } },
      { form: { 'csrf_name[]': 'csrf', csrf_value: value } },
      { json: { csrf_value: value } },
      { headers: { 'X-CSRF-Token': changed } },
      { headers: { 'X-CSRF-Token': [value, value] } },
      { form: { csrf_name: 'csrf', csrf_value: changed }, headers: { 'X-CSRF-Token': value } },
      { form: { csrf_name: 'csrf' }, headers: { 'X-CSRF-Token': value } },
      { json: { csrf_name: ['csrf'], csrf_value: value }, headers: { 'X-CSRF-Token': value } },
      { json: { csrf_name: null }, headers: { 'X-CSRF-Token': value } },
      { json: { csrf_name: 'csrf', csrf_value: [value] } },
    ]) {
      expect([request, await post(request)]).toEqual([request, 403]);
    }
  });

  it.each([
    ['PUT', 'PUT'],
    ['PATCH', 'PATCH'],
    ['DELETE', 'DELETE'],
    ['QUERY', 'QUERY'],
    ['TRACE', 'TRACE'],
    ['POST', 'GET'],
    ['GET', 'DELETE'],
  ])('refuses %s without a token, even if an override has made it %s', (received, method) => {
    const request = factories.createServerRequest(method, 'https://h.test/', {
      REQUEST_METHOD: received,
    });
    const handler = { handle: () => factories.createResponse() };
    const handle = (inner: typeof request) => csrfTokens().process(inner, handler);
    expect(() => session({ store: memoryStore() }).process(request, { handle })).toThrow(
      expect.objectContaining({ code: 'CSRF_TOKEN', status: 403 }),
    );
  });

  it('refuses tokens that need no secret, in a session that has none', async () => {
    const { page, post } = await visit(factories);
    await page('/forget');
    for (const byte of [0, 0xff]) {
      const bytes = Buffer.concat([Buffer.alloc(32), Buffer.alloc(32, byte)]);
      const form = { csrf_name: 'csrf', csrf_value: bytes.toString('base64url') };
      expect([byte, await post({ form })]).toEqual([byte, 403]);
    }
  });

  it('refuses the token of another session, and without a session', async () => {
    const app = appWith(factories);
    const mine = await visit(factories, app);
    const other = await visit(factories, app);
    expect(await mine.post({ form: other.form })).toBe(403);
    expect((await inProcess(app).post('/', { form: mine.form })).getStatusCode()).toBe(403);
  });

  it('refuses a token that was issued before a login', async () => {
    const app = appWith(factories);
    const { form, page, post } = await visit(factories, app);
    await page('/login');
    expect(await post({ form })).toBe(403);
    expect(await post({ form: await page() })).toBe(200);
  });

  it('keeps the tokens of two pages that create a secret at the same time', async () => {
    const { page, post } = await visit(factories);
    await page('/forget');
    const [first, second] = await Promise.all([page('/both'), page('/both')]);
    const later = await page();
    for (const form of [first, second, later]) expect(await post({ form })).toBe(200);
    await page('/login');
    for (const form of [first, second, later]) expect(await post({ form })).toBe(403);
  });

  it('creates a valid token in the response to the login itself', async () => {
    const { page, post } = await visit(factories);
    expect(await post({ form: await page('/login') })).toBe(200);
  });

  it('starts no session for a page that reads no token', async () => {
    const response = await inProcess(appWith(factories)).get('/plain');
    expect(response.hasHeader('Set-Cookie')).toBe(false);
  });

  it('reads only fields of the form itself, not those of its prototype', async () => {
    const layers = [session({ store: memoryStore() }), csrfTokens()] as const;
    const send = async (method: string, body: object | null, Cookie = '') => {
      const request = factories
        .createServerRequest(method, 'https://h.test/')
        .withCookieParams({ '__Host-session': Cookie })
        .withParsedBody(body);
      const page = {
        handle: (inner: ServerRequestInterface) => {
          const form = JSON.stringify(inner.getAttribute(CSRF)?.generateToken());
          return factories.createResponse().withHeader('X-Form', form);
        },
      };
      const handle = (inner: ServerRequestInterface) => layers[1].process(inner, page);
      return layers[0].process(request, { handle });
    };
    const page = await send('GET', null);
    const form = JSON.parse(page.getHeaderLine('X-Form')) as object;
    const cookie = /session=([^;]+)/.exec(page.getHeaderLine('Set-Cookie'))?.[1];
    await expect(send('POST', Object.create(form) as object, cookie)).rejects.toMatchObject({
      code: 'CSRF_TOKEN',
    });
    expect((await send('POST', form, cookie)).getStatusCode()).toBe(200);
  });

  it('sets name and value as attributes, if configured', async () => {
    const app = appWith(factories, { attributes: true });
    const body = await (await inProcess(app).get('/attributes')).getBody().text();
    expect(body).toMatch(/^csrf [\w-]{86}$/);
  });

  it('uses the prefix of field names from the options', async () => {
    const { form } = await visit(factories, appWith(factories, { prefix: 'guard' }));
    expect(form).toEqual({
      guard_name: 'guard',
      guard_value: expect.stringMatching(/^[\w-]{86}$/),
    });
  });

  it('refuses a request whose session has no token without reading its body', async () => {
    let reads = 0;
    const chunks = async function* () {
      reads++;
      yield await Promise.resolve(new TextEncoder().encode('csrf_name=csrf&csrf_value=x'));
    };
    const request = factories
      .createServerRequest('POST', 'https://h.test/')
      .withHeader('Content-Type', 'application/x-www-form-urlencoded');
    const app = appWith(factories);
    const response = await app.handle(
      request.withBody(factories.createStreamFromResource(chunks())),
    );
    expect([response.getStatusCode(), reads]).toEqual([403, 0]);
  });

  it('fails with 500 and says what to do if there is no session', () => {
    const request = factories.createServerRequest('GET', 'https://h.test/');
    const handler = { handle: () => factories.createResponse() };
    expect(() => csrfTokens().process(request, handler)).toThrow(
      expect.objectContaining({
        ...{ code: 'CSRF_SESSION_MISSING', status: 500 },
        message:
          'csrfTokens() found no session; add session() after it: the layer added last runs first',
      }),
    );
  });
});

describe('a masked token', () => {
  it('is valid for its secret, and never the same', () => {
    const secret = newSecret(random);
    const tokens = Array.from({ length: 100 }, () => maskedToken(secret, random));
    expect(new Set(tokens).size).toBe(100);
    expect(tokens.every((token) => isTokenOf(secret, token))).toBe(true);
  });

  it('is text: a list that contains it is invalid', () => {
    const secret = newSecret(random);
    expect(isTokenOf(secret, [maskedToken(secret, random)])).toBe(false);
    const others = [[secret], `${secret}\n`, `a${secret}`, secret.slice(1)];
    expect([secret, ...others].map(isSecret)).toEqual([true, false, false, false, false]);
  });

  it.each(['+', '/', '=', ' ', 'é'])('is base64url, as secrets are: %j is none', (character) => {
    expect(isSecret(character.repeat(43))).toBe(false);
    expect(isOneUseToken(character.repeat(24))).toBe(false);
    expect(isTokenOf(newSecret(random), character.repeat(86))).toBe(false);
  });

  it('takes no missing byte of a secret for zero', () => {
    expect(isTokenOf('', 'A'.repeat(86))).toBe(false);
    expect(isTokenOf('A'.repeat(43), 'A'.repeat(86))).toBe(true);
  });

  it('is invalid if any character is changed, and for another secret', () => {
    const secret = newSecret(random);
    const token = maskedToken(secret, random);
    for (let at = 0; at < token.length - 1; at++) {
      const changed = token[at] === 'A' ? 'B' : 'A';
      expect(isTokenOf(secret, token.slice(0, at) + changed + token.slice(at + 1))).toBe(false);
    }
    expect(isTokenOf(newSecret(random), token)).toBe(false);
  });

  it('is never arbitrary text, and reading never throws', () => {
    const secret = newSecret(random);
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.base64String(), fc.string({ minLength: 86, maxLength: 86 })),
        (token) => {
          expect(isTokenOf(secret, token)).toBe(false);
        },
      ),
      { numRuns: numRuns() },
    );
  });
});

describe('the token of a request', () => {
  /** Runs a handler in a session with tokens, and returns what it returns. */
  async function inRequest(use: (token: CsrfInterface) => unknown): Promise<unknown> {
    const seen: unknown[] = [];
    const app = createApp();
    app.get('/', (request, response) => {
      const token = request.getAttribute(CSRF);
      seen.push(token === undefined ? 'no token' : use(token));
      return response;
    });
    app.add(csrfTokens({ prefix: 'p' }));
    app.add(session({ store: memoryStore() }));
    await inProcess(app).get('/');
    return seen[0];
  }

  it('has the names of its fields, and one value until another is generated', async () => {
    const parts = await inRequest((token) => {
      const [first, again] = [token.getTokenValue(), token.getTokenValue()];
      const second = token.generateToken();
      return {
        keys: [token.getTokenNameKey(), token.getTokenValueKey(), token.getTokenName()],
        isSame: first === again,
        isOther: second['p_value'] !== first,
        isLast: second['p_value'] === token.getTokenValue(),
        areValid: [first, second['p_value']].map((value) => token.validateToken('p', value)),
      };
    });
    expect(parts).toEqual({
      ...{ keys: ['p_name', 'p_value', 'p'], isSame: true, isOther: true, isLast: true },
      areValid: [true, true],
    });
  });

  it('is under a name that other copies of the package share', () => {
    expect(CSRF).toBe('mortise.csrf');
  });
});

it.each([
  ['CSRF_TOKEN', 'The form has expired. Reload it and submit it again.'],
  ['CROSS_ORIGIN', 'The request was refused because it comes from another site.'],
  ['CROSS_ORIGIN_OLD_BROWSER', 'The request was refused because it comes from another site.'],
] as const)('the refusal %s is a 403 that says: %s', (code, message) => {
  expect(CsrfError.refused(code)).toMatchObject({ code, status: 403, message });
});

it.each([
  ['GET', 0],
  ['POST', 1],
])('the body of a %s request is parsed for its token %i times', async (method, times) => {
  let parsed = 0;
  const app = createApp();
  app.any('/', (_request, response) => text(response, ''));
  app.add(csrfTokens());
  app.add((request, handler) => {
    // As a page with a form has created it.
    request.getAttribute(SESSION)?.set(CSRF_SECRET, newSecret(random));
    return handler.handle(request);
  });
  app.add(session({ store: memoryStore() }));
  app.add((request, handler) => {
    attachBodyParser(request, (given) => {
      parsed++;
      return given;
    });
    return handler.handle(request);
  });
  const headers = { 'Content-Type': 'text/x' };
  await inProcess(app).request(method, '/', { headers, ...(times > 0 && { body: 'x' }) });
  expect(parsed).toBe(times);
});

describe('the cause of a refusal, for the log', () => {
  async function causeOf(
    form: Record<string, string>,
    keepsCookie: boolean,
    path = '/',
  ): Promise<unknown> {
    const errors: unknown[] = [];
    const app = createApp({ body: {} });
    app.any('/', (request, response) =>
      text(response, request.getAttribute(CSRF)?.getTokenValue() ?? ''),
    );
    app.post('/unread', (_request, response) => response, { body: false });
    app.add(csrfTokens());
    app.add(session({ store: memoryStore() }));
    app.addErrorMiddleware().setDefaultErrorHandler((_request, error) => {
      errors.push(error);
      return app.factories.createResponse(403);
    });
    const client = inProcess(app);
    const [cookie = ''] = (await client.get('/')).getHeaderLine('Set-Cookie').split(';');
    await client.post(path, { form, headers: { Cookie: keepsCookie ? cookie : '' } });
    return (errors[0] as Error).cause;
  }
  const wrong = { csrf_name: 'csrf', csrf_value: maskedToken(newSecret(random), random) };

  it('says what to add if no token was sent', async () => {
    const message = expect.stringMatching(/^no token: add it to the form /);
    expect(await causeOf({ a: 'b' }, true)).toMatchObject({ message });
    const unread = expect.stringMatching(/^no token: the route has \{ body: false \}/);
    expect(await causeOf(wrong, true, '/unread')).toMatchObject({ message: unread });
  });

  it('is the missing session if the cookie did not arrive', async () => {
    const message = expect.stringMatching(/^new session: /);
    expect(await causeOf(wrong, false)).toMatchObject({ message });
  });

  it('is absent for a wrong token', async () => {
    expect(await causeOf(wrong, true)).toBeUndefined();
  });
});

describe('the options of csrfTokens', () => {
  it.each([
    { prefix: 'x'.repeat(64) },
    { prefix: 'a-b_9' },
    { persistent: false, limit: 1 },
    { persistent: false, limit: 1000 },
    { persistent: true },
  ])('accept %j', (options) => {
    expect(csrfTokens(options)).toHaveProperty('name', 'csrfTokens');
  });

  it.each([
    [{ prefix: '' }, 'prefix'],
    [{ prefix: 'a b' }, 'prefix'],
    [{ prefix: 'x'.repeat(65) }, 'prefix'],
    [{ attributes: 1 }, 'attributes'],
    [{ random: 1 }, 'random'],
    [{ persistent: 1 }, 'persistent'],
    [{ persistent: false, limit: 0 }, 'limit'],
    [{ persistent: false, limit: 1001 }, 'limit'],
    [{ persistent: false, limit: 1.5 }, 'limit'],
    [{ limit: 100 }, 'limit'],
    [{ persistent: true, limit: 100 }, 'limit'],
    [{ storageLimit: 200 }, 'storageLimit'],
  ])('refuse %j', (options, option) => {
    expect(() => csrfTokens(options as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `csrfTokens.${option}` }),
    );
  });
});
