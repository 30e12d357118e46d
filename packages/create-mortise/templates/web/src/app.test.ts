import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overSocket } from 'mortise/testing';
import { createApplication } from './app.ts';

test('a message is shown, and its author is remembered', async (t) => {
  const client = overSocket(createApplication());
  t.after(() => client.close());
  const form = { name: 'Ada', text: '<b>hello</b>' };
  const signed = await client.post('/', { form });
  assert.equal(signed.getStatusCode(), 303);

  const [Cookie = ''] = signed.getHeaderLine('Set-Cookie').split(';');
  const page = await (await client.get('/', { headers: { Cookie } })).getBody().text();
  assert.match(page, /Thank you/);
  assert.match(page, /value="Ada"/);
  assert.match(page, /&lt;b&gt;hello/);
});

test('a form without a message is refused', async (t) => {
  const client = overSocket(createApplication());
  t.after(() => client.close());
  const response = await client.post('/', { form: { name: 'Ada' } });
  assert.equal(response.getStatusCode(), 422);
});

test('a form from another site is refused', async (t) => {
  const client = overSocket(createApplication());
  t.after(() => client.close());
  const headers = { 'Sec-Fetch-Site': 'cross-site' };
  const response = await client.post('/', { form: { name: 'Ada', text: 'hello' }, headers });
  assert.equal(response.getStatusCode(), 403);
});
