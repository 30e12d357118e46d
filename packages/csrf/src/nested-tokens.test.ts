import { describe, expect, it } from '@jest/globals';
import { session } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import {
  createApp,
  type MiddlewareInterface,
  type ResponseInterface,
  type ServerRequestInterface,
  text,
} from 'mortise';
import { inProcess } from 'mortise/testing';
import { implementations } from '../../../tooling/testing/implementations.js';
import { visit } from '../test/token-visitor.js';
import { CSRF, type CsrfTokenOptions, csrfTokens } from './index.js';

const logger = { error: () => undefined, info: () => undefined };

describe.each(implementations)('two layers of csrfTokens with %s', (_, factories) => {
  /** @param between a layer between both; @param around one between the session and both */
  const nested = (
    outer: CsrfTokenOptions,
    inner: CsrfTokenOptions,
    { between, around }: { between?: MiddlewareInterface; around?: MiddlewareInterface } = {},
  ) => {
    const app = createApp({ factories, body: {}, logger });
    app.group(
      '',
      (site) => {
        site.get('/', (request, response) =>
          text(response, JSON.stringify(request.getAttribute(CSRF)?.generateToken())),
        );
        site.post('/', (_request, response) => text(response, 'done'));
      },
      { layers: [csrfTokens(inner)] },
    );
    if (between !== undefined) app.add(between);
    app.add(csrfTokens(outer));
    if (around !== undefined) app.add(around);
    app.add(session({ store: memoryStore() }));
    return visit(factories, app);
  };

  it.each<[string, CsrfTokenOptions, number]>([
    ['persistent', {}, 200],
    ['for one use', { persistent: false }, 403],
  ])('accept a token that is %s together, once a request', async (_name, options, again) => {
    const { form, post, page } = await nested(options, options);
    expect([await post({ form }), await post({ form })]).toEqual([200, again]);
    const value = (await page())['csrf_value'] ?? '';
    expect(await post({ headers: { 'X-CSRF-Token': value } })).toBe(200);
  });

  it('refuse a request without a token, whichever lets it pass', async () => {
    const [pass, refuse] = [
      { persistent: false, onRefused: 'pass' } as const,
      { persistent: false },
    ];
    for (const [outer, inner] of [
      [pass, refuse],
      [refuse, pass],
    ] as const) {
      expect(await (await nested(outer, inner)).post({ form: { a: 'b' } })).toBe(403);
    }
  });

  it('accept no other token of the session for a request that was accepted', async () => {
    const between: MiddlewareInterface = {
      process: (request, handler) =>
        handler.handle(request.withParsedBody({ csrf_name: 'csrf', csrf_value: 'x'.repeat(24) })),
    };
    const { form, post } = await nested({ persistent: false }, { persistent: false }, { between });
    expect(await post({ form })).toBe(403);
  });

  it('accept the same token when a layer repeats the request', async () => {
    let attempts = 0;
    const around: MiddlewareInterface = {
      process: async (request, handler) => {
        await handler.handle(request);
        attempts += 1;
        return handler.handle(request);
      },
    };
    const { form, post } = await nested({ persistent: false }, { persistent: false }, { around });
    expect([await post({ form }), attempts > 1]).toEqual([200, true]);
    expect(await post({ form })).toBe(403);
  });

  it.each<[CsrfTokenOptions, CsrfTokenOptions]>([
    [{}, { persistent: false }],
    [{ persistent: false }, {}],
    [{}, { prefix: 'other' }],
  ])('fail where no form can satisfy both: %j, %j', async (outer, inner) => {
    const app = createApp({ factories, errors: false, logger });
    app.get('/', (_request, response) => text(response, 'page')).add(csrfTokens(inner));
    app.add(csrfTokens(outer)).add(session({ store: memoryStore() }));
    const request = factories.createServerRequest('GET', 'https://h.test/');
    await expect(async () => app.handle(request)).rejects.toMatchObject({
      ...{ code: 'CSRF_NESTED', status: 500 },
      message: expect.stringContaining('give both the same options'),
    });
  });

  it('are independent if each has a session of its own', async () => {
    const app = createApp({ factories, errors: false, logger });
    const own = session({ store: memoryStore(), cookie: { secure: false } });
    const layers = [own, csrfTokens({ prefix: 'inner', persistent: false })];
    app.group('', (site) => site.get('/', (_request, response) => text(response, 'page')), {
      layers,
    });
    app.add(csrfTokens()).add(session({ store: memoryStore() }));
    expect((await inProcess(app).get('/')).getStatusCode()).toBe(200);
  });

  it('accept no token of another session, which the outer layer has accepted', async () => {
    const app = createApp({ factories, logger });
    const page = (request: ServerRequestInterface, response: ResponseInterface) =>
      text(response, JSON.stringify(request.getAttribute(CSRF)?.generateToken()));
    const layers = [session({ store: memoryStore(), cookie: { name: 'inner' } }), csrfTokens()];
    app.get('/', page);
    app.group('/inner', (site) => site.map(['GET', 'POST'], '', page), { layers });
    app.add(csrfTokens()).add(session({ store: memoryStore() }));
    const client = inProcess(app);
    const [outer, inner] = [await client.get('/'), await client.get('/inner')];
    const cookies = [outer, inner].map((got) => got.getHeaderLine('Set-Cookie').split(';')[0]);
    const form = JSON.parse(await outer.getBody().text()) as Record<string, string>;
    const headers = { Cookie: cookies.join('; '), 'X-CSRF-Token': form['csrf_value'] ?? '' };
    expect((await client.post('/', { headers })).getStatusCode()).toBe(405);
    expect((await client.post('/inner', { headers })).getStatusCode()).toBe(403);
  });
});
