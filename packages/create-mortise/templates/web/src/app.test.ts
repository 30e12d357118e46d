import assert from 'node:assert/strict';
import { test } from 'node:test';
import { render } from '@mortise/view';
import type { ResponseInterface } from 'mortise';
import { overSocket } from 'mortise/testing';
import { Accounts } from './accounts.ts';
import { createApplication } from './app.ts';

/** A browser: it keeps the cookie, and sends the hidden fields of the last page. */
async function visitor(t: { after(run: () => unknown): void }) {
  const accounts = new Accounts();
  await accounts.add('ada', 'lovelace');
  const app = createApplication(accounts);
  const client = overSocket(app);
  t.after(() => client.close());
  const headers: Record<string, string> = {};
  const fields: Record<string, string> = {};
  const seen = async (response: ResponseInterface) => {
    const [Cookie = ''] = response.getHeaderLine('Set-Cookie').split(';');
    if (Cookie !== '') Object.assign(headers, { Cookie });
    const page = await response.getBody().text();
    for (const [, name = '', value = ''] of page.matchAll(
      /type="hidden" name="(.+?)" value="(.+?)"/g,
    )) {
      fields[name] = value;
    }
    return { status: response.getStatusCode(), page };
  };
  return {
    app,
    headers,
    get: async (path: string) => seen(await client.get(path, { headers })),
    post: async (path: string, form: Record<string, string>) =>
      seen(await client.post(path, { headers, form: { ...fields, ...form } })),
  };
}

test('a visitor logs in, signs the guest book and logs out', async (t) => {
  const { get, post } = await visitor(t);
  await get('/log-in');
  assert.equal((await post('/log-in', { name: 'ada', password: 'lovelace' })).status, 303);
  await get('/');
  assert.equal((await post('/', { text: '<b>hello</b>' })).status, 303);
  const { page } = await get('/');
  assert.match(page, /Thank you\./);
  assert.match(page, /<b>ada<\/b> &lt;b&gt;hello/);
  assert.equal((await post('/log-out', {})).status, 303);
  assert.match((await get('/')).page, /Log in/);
});

test('a wrong password shows an error on the form, which keeps the name', async (t) => {
  const { get, post } = await visitor(t);
  await get('/log-in');
  const { status, page } = await post('/log-in', { name: 'ada', password: 'guess' });
  assert.equal(status, 422);
  assert.match(page, /The name or password is wrong\.[^]*value="ada"/);
});

test('a form without a token, or from another site, is refused', async (t) => {
  const { headers, get, post } = await visitor(t);
  assert.equal((await post('/log-in', { name: 'ada', password: 'lovelace' })).status, 403);
  await get('/log-in');
  headers['Sec-Fetch-Site'] = 'cross-site';
  assert.equal((await post('/log-in', { name: 'ada', password: 'lovelace' })).status, 403);
});

test('an error has the layout of the pages', async (t) => {
  const { headers, get } = await visitor(t);
  headers['Accept'] = 'text/html';
  const { status, page } = await get('/nowhere');
  assert.equal(status, 404);
  assert.match(page, /<nav>[^]*Not Found/);
});

test('the title of a page is escaped', async (t) => {
  const { app, get } = await visitor(t);
  const data = { title: '<script>alert(1)</script>', entries: [] };
  app.get('/title', (request, response) => render(request, response, 'guest-book', data));
  const { page } = await get('/title');
  assert.match(page, /<title>&lt;script&gt;/);
  assert.match(page, /<h1>&lt;script&gt;/);
  assert.doesNotMatch(page, /<script/);
});
