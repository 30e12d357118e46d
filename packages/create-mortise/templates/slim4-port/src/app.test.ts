import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inProcess } from 'mortise/testing';
import { createApplication } from './app.ts';

test('an action of the container handles its route', async () => {
  const response = await inProcess(createApplication()).get('/books/1');
  assert.equal(await response.getBody().text(), '{"id":"1","title":"Candide"}');
  assert.equal(response.getHeaderLine('X-Frame-Options'), 'DENY');
});

test('a name becomes the URL of its route', async () => {
  const response = await inProcess(createApplication()).get('/');
  assert.equal(await response.getBody().text(), 'The first book is at /books/1');
});

test('a book that is not there is not found', async () => {
  const response = await inProcess(createApplication()).get('/books/9');
  assert.equal(response.getStatusCode(), 404);
});
