import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { CSRF_SECRET, SESSION, session } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import { createApp, text } from 'mortise';
import { inProcess } from 'mortise/testing';
import { implementations } from '../../../tooling/testing/implementations.js';
import { appWith, bothArrived, visit } from '../test/token-visitor.js';
import { CSRF, csrfTokens } from './index.js';
import { isOneUseToken } from './csrf-token.js';

const ONE_USE = { persistent: false } as const;

describe.each(implementations)('csrfTokens({ persistent: false }) with %s', (_, factories) => {
  const visitor = (options: object = ONE_USE) => visit(factories, appWith(factories, options));

  it('accepts a token once', async () => {
    const { form, post } = await visitor();
    expect(form).toEqual({ csrf_name: 'csrf', csrf_value: expect.stringMatching(/^[\w-]{24}$/) });
    expect([await post({ form }), await post({ form })]).toEqual([200, 403]);
  });

  it('accepts a token of the header once', async () => {
    const { form, post } = await visitor();
    const request = { headers: { 'X-CSRF-Token': form['csrf_value'] ?? '' }, json: {} };
    expect([await post(request), await post(request)]).toEqual([200, 403]);
  });

  it('gives each page another token, and each is valid in any order', async () => {
    const { form, post, page } = await visitor();
    const second = await page();
    const third = await page();
    expect(await Promise.all([third, form, second].map((tab) => post({ form: tab })))).toEqual([
      200, 200, 200,
    ]);
  });

  it('keeps the tokens of pages that are loaded at the same time', async () => {
    const { post, page } = await visitor();
    const tabs = await Promise.all([page('/both'), page('/both')]);
    expect([await post({ form: tabs[0] }), await post({ form: tabs[1] })]).toEqual([200, 200]);
  });

  it('keeps a used token out while another page adds one', async () => {
    const { form, post, page } = await visitor();
    const [status, tab] = await Promise.all([post({ form }), page()]);
    expect([status, await post({ form }), await post({ form: tab })]).toEqual([200, 403, 200]);
  });

  it('forgets the oldest tokens above the limit', async () => {
    const { form, post, page } = await visitor({ ...ONE_USE, limit: 2 });
    const second = await page();
    const third = await page();
    expect(await post({ form })).toBe(403);
    expect([await post({ form: second }), await post({ form: third })]).toEqual([200, 200]);
  });

  it('stores 200 tokens by default', async () => {
    const { form, post, page } = await visitor();
    const second = await page();
    for (let count = 0; count < 199; count++) await page();
    expect([await post({ form }), await post({ form: second })]).toEqual([403, 200]);
  });

  it('keeps the token of a request that is refused for another reason', async () => {
    const { form, post } = await visitor();
    expect(await post({ form: { ...form, csrf_name: 'other' } })).toBe(403);
    expect(await post({ form })).toBe(200);
  });

  it('refuses the tokens of before a login, and accepts that of the login itself', async () => {
    const { form, post, page } = await visitor();
    const login = await page('/login');
    expect([await post({ form }), await post({ form: login })]).toEqual([403, 200]);
  });

  it('refuses the token of another session', async () => {
    const app = appWith(factories, ONE_USE);
    const [mine, other] = [await visit(factories, app), await visit(factories, app)];
    expect(await mine.post({ form: other.form })).toBe(403);
  });

  it('refuses several tokens in one value, as they are stored', async () => {
    const { form, post, page } = await visitor();
    const values = [form['csrf_value'], (await page())['csrf_value']];
    const joined = { csrf_name: 'csrf', csrf_value: values.join(' ') };
    expect(await post({ form: joined })).toBe(403);
  });
});

describe('a token for one use', () => {
  it.each(['one process', 'two processes'])(
    'lets one of two simultaneous requests change the session, in %s',
    async (where) => {
      const store = memoryStore();
      const meeting = bothArrived();
      const first = shop(ONE_USE, store, meeting);
      const second = where === 'one process' ? first : shop(ONE_USE, store, meeting);
      const visitor = await first.visit();
      const both = [first, second].map(({ buy }) => buy(visitor, '/buy-together'));
      expect((await Promise.all(both)).sort()).toEqual([200, 403]);
      expect(await first.read(visitor, '/items')).toBe('1');
    },
  );

  it('is not used up by validateToken', async () => {
    const { visit, read, buy } = shop();
    const visitor = await visit();
    const validity = [await read(visitor, '/validity'), await read(visitor, '/validity')];
    expect([...validity, await buy(visitor)]).toEqual(['true', 'true', 200]);
  });

  it('is valid in full only, and as text', async () => {
    const { visit, read } = shop();
    const visitor = await visit();
    const validity = [];
    for (const token of [`${visitor.token}x`, visitor.token.slice(1), '', visitor.token]) {
      validity.push(await read({ ...visitor, token }, '/validity'));
    }
    expect(validity).toEqual(['false', 'false', 'false', 'true']);
    expect([isOneUseToken(visitor.token), isOneUseToken([visitor.token])]).toEqual([true, false]);
  });

  it('is not valid with another character at any place', async () => {
    const { visit, read } = shop();
    const visitor = await visit();
    const others = Array.from(visitor.token, (character, at) => {
      const other = character === 'A' ? 'B' : 'A';
      return visitor.token.slice(0, at) + other + visitor.token.slice(at + 1);
    });
    const validity = others.map((token) => read({ ...visitor, token }, '/validity'));
    expect(new Set(await Promise.all(validity))).toEqual(new Set(['false']));
  });

  it('leaves nothing in the session after its use', async () => {
    const { visit, read, buy } = shop();
    const visitor = await visit();
    await buy(visitor);
    expect(await read(visitor, '/stored')).toBe('undefined');
  });

  it('is used up by a request that ended with an error, whose changes are stored', async () => {
    const { visit, buy } = shop();
    const visitor = await visit();
    expect([await buy(visitor, '/broken'), await buy(visitor)]).toEqual([500, 403]);
  });

  it.each([
    ['persistent tokens', {}, ONE_USE, /^[\w-]{24}$/],
    ['tokens for one use', ONE_USE, {}, /^[\w-]{43}$/],
  ])('replaces %s of a session after the mode was changed', async (_, before, after, stored) => {
    const store = memoryStore();
    const visitor = await shop(before, store).visit();
    const { buy, read } = shop(after, store);
    expect(await buy(visitor)).toBe(403);
    const token = await read(visitor, '/token');
    expect(await read(visitor, '/stored')).toMatch(stored);
    expect(await buy({ ...visitor, token })).toBe(200);
  });
});

interface Visitor {
  readonly cookie: string;
  readonly token: string;
}

/** A process of a shop that keeps its visitors' items in their sessions. */
function shop(options: object = ONE_USE, store = memoryStore(), meeting = bothArrived()) {
  const app = createApp({ logger: { error: () => undefined, info: () => undefined } });
  app.get('/token', (request, response) =>
    text(response, request.getAttribute(CSRF)?.getTokenValue() ?? ''),
  );
  app.get('/validity', (request, response) => {
    const value = request.getHeaderLine('X-CSRF-Token');
    return text(response, String(request.getAttribute(CSRF)?.validateToken('csrf', value)));
  });
  app.get('/items', (request, response) =>
    text(response, String(request.getAttribute(SESSION)?.get('items'))),
  );
  app.get('/stored', (request, response) =>
    text(response, String(request.getAttribute(SESSION)?.get(CSRF_SECRET))),
  );
  app.post('/broken', () => {
    throw new Error('broken');
  });
  app.post('/buy', addItem);
  app.post('/buy-together', async (request, response) => {
    meeting.resolve();
    await meeting.promise;
    return addItem(request, response);
  });
  app.add(csrfTokens(options));
  app.add(session({ store }));
  const client = inProcess(app);
  const headersOf = ({ cookie, token }: Visitor) => ({ Cookie: cookie, 'X-CSRF-Token': token });
  return {
    visit: async (): Promise<Visitor> => {
      const page = await client.get('/token');
      const [cookie = ''] = page.getHeaderLine('Set-Cookie').split(';');
      return { cookie, token: await page.getBody().text() };
    },
    read: async (visitor: Visitor, path: string): Promise<string> =>
      (await client.get(path, { headers: headersOf(visitor) })).getBody().text(),
    buy: async (visitor: Visitor, path = '/buy'): Promise<number> =>
      (await client.post(path, { headers: headersOf(visitor) })).getStatusCode(),
  };
}

function addItem(request: ServerRequestInterface, response: ResponseInterface): ResponseInterface {
  request.getAttribute(SESSION)?.update<number>('items', (items) => (items ?? 0) + 1);
  return text(response, 'added');
}
