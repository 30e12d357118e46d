import assert from 'node:assert/strict';
import { test } from 'node:test';
import worker from './worker.ts';

test('the arguments of a path reach the handler', async () => {
  const response = await worker.fetch(new Request('https://app.test/hello/Ada'));
  assert.deepEqual(await response.json(), { hello: 'Ada' });
});

test('a body is parsed', async () => {
  const body = new URLSearchParams({ name: 'Ada' });
  const request = new Request('https://app.test/echo', { method: 'POST', body });
  assert.deepEqual(await (await worker.fetch(request)).json(), { name: 'Ada' });
});

test('an unknown path is 404', async () => {
  const response = await worker.fetch(new Request('https://app.test/nowhere'));
  assert.equal(response.status, 404);
});
