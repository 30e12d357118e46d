import { expect, it } from '@jest/globals';
import { session } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import { createApp, serve, text } from 'mortise';
import { CSRF, csrfTokens } from '../src/index.js';

it.each<[string, object | undefined, number]>([
  ['gets a 403, because the body is left to it', undefined, 403],
  ['is accepted with body options of the mount', { body: {} }, 200],
])('outside a mount, a form of what is mounted %s', async (_, options, status) => {
  const inner = createApp({ body: {} });
  inner.get('/', (request, response) =>
    text(response, JSON.stringify(request.getAttribute(CSRF)?.generateToken())),
  );
  inner.post('/', (request, response) =>
    text(response, String(Reflect.get(request.getParsedBody() ?? {}, 'a'))),
  );
  const app = createApp({ body: {} });
  app.mount('/inner', inner, options);
  app.add(csrfTokens());
  app.add(session({ store: memoryStore(), cookie: { secure: false } }));
  const server = await serve(app, { port: 0 });
  try {
    const page = await fetch(`${server.url}/inner`);
    const token = (await page.json()) as Record<string, string>;
    const Cookie = page.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const form = new URLSearchParams({ ...token, a: 'sent' });
    const sent = await fetch(`${server.url}/inner`, {
      method: 'POST',
      headers: { Cookie },
      body: form,
    });
    expect(sent.status).toBe(status);
    expect((await sent.text()) === 'sent').toBe(status === 200);
    const headers = { Cookie, 'X-CSRF-Token': token['csrf_value'] ?? '' };
    expect((await fetch(`${server.url}/inner`, { method: 'POST', headers })).status).toBe(200);
  } finally {
    await server.close();
  }
});
