import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inProcess } from 'mortise/testing';
import { createApplication } from './app.ts';

test('an action of the container handles its route', async () => {
  const response = await inProcess(createApplication()).get('/books/1');
  assert.equal(await response.getBody().text(), '{"id":"1","title":"Candide"}');
  assert.equal(response.getHeaderLine('X-Frame-Options'), 'DENY');
});

test('the URL of a route is created from its name', async () => {
  const response = await inProcess(createApplication()).get('/');
  assert.equal(await response.getBody().text(), 'The first book is at /books/1');
});

test('an unknown book is 404', async () => {
  const response = await inProcess(createApplication()).get('/books/9');
  assert.equal(response.getStatusCode(), 404);
});

test('two users at once get their own pages', async () => {
  const client = inProcess(createApplication());
  const responses = await Promise.all([client.get('/users/1'), client.get('/users/2')]);
  assert.deepEqual(await Promise.all(responses.map((response) => response.getBody().text())), [
    '{"id":"1","name":"Ada"}',
    '{"id":"2","name":"Ben"}',
  ]);
});
