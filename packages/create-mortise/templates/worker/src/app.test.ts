import assert from 'node:assert/strict';
import { test } from 'node:test';
import worker from './worker.ts';

test('a path has its values', async () => {
  const response = await worker.fetch(new Request('https://app.test/hello/Ada'));
  assert.deepEqual(await response.json(), { hello: 'Ada' });
});

test('a body comes back', async () => {
  const request = new Request('https://app.test/echo', { method: 'POST', body: 'hello' });
  assert.equal(await (await worker.fetch(request)).text(), 'hello');
});

test('another path is not found', async () => {
  const response = await worker.fetch(new Request('https://app.test/nowhere'));
  assert.equal(response.status, 404);
});
