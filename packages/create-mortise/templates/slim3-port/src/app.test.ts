import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inProcess } from 'mortise/testing';
import { createApplication } from './app.ts';

test('a book that was changed is shown', async () => {
  const client = inProcess(createApplication());
  const changed = await client.put('/books/2', { json: { title: 'Emma' } });
  assert.equal(changed.getStatusCode(), 303);

  const response = await client.get(changed.getHeaderLine('Location'));
  assert.equal(await response.getBody().text(), '{"id":"2","title":"Emma"}');
  assert.equal(response.getHeaderLine('X-Frame-Options'), 'DENY');
});

test('a title that is not text is treated as missing', async () => {
  const client = inProcess(createApplication());
  assert.equal((await client.put('/books/2', { form: { 'title[x]': 'a' } })).getStatusCode(), 303);
  const response = await client.get('/books/2');
  assert.equal(await response.getBody().text(), '{"id":"2","title":"untitled"}');
});

test('an unknown book gets the response of notFoundHandler', async () => {
  const response = await inProcess(createApplication()).get('/books/9');
  assert.equal(response.getStatusCode(), 404);
  assert.equal(await response.getBody().text(), '{"error":"nothing here"}');
});

test('two users at once get their own pages', async () => {
  const client = inProcess(createApplication());
  const responses = await Promise.all([client.get('/users/1'), client.get('/users/2')]);
  assert.deepEqual(await Promise.all(responses.map((response) => response.getBody().text())), [
    '{"path":"/users/1","name":"Ada"}',
    '{"path":"/users/2","name":"Ben"}',
  ]);
});
