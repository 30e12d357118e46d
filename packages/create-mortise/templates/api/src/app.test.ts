import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inProcess } from 'mortise/testing';
import { createApplication } from './app.ts';
import { memoryBooks } from './books.ts';

test('a book that was added can be read', async () => {
  const client = inProcess(createApplication(memoryBooks()));
  const added = await client.post('/books', { json: { title: 'Emma' } });
  assert.equal(added.getStatusCode(), 201);

  const found = await client.get(added.getHeaderLine('Location'));
  assert.deepEqual(JSON.parse(await found.getBody().text()), { id: 1, title: 'Emma' });
});

test('a book that does not exist is a problem', async () => {
  const response = await inProcess(createApplication(memoryBooks())).get('/books/7', {
    headers: { Accept: 'application/json' },
  });
  assert.equal(response.getStatusCode(), 404);
  assert.equal(JSON.parse(await response.getBody().text()).detail, 'There is no book 7.');
});

test('a book without a title, or with one that cannot be stored, is refused', async () => {
  const client = inProcess(createApplication(memoryBooks()));
  for (const json of [{}, { title: '' }, { title: 'a\0b' }]) {
    assert.equal((await client.post('/books', { json })).getStatusCode(), 422);
  }
});

test('the document describes the books', async () => {
  const response = await inProcess(createApplication(memoryBooks())).get('/openapi.json');
  const { paths } = JSON.parse(await response.getBody().text()) as { paths: object };
  assert.deepEqual(Object.keys(paths), ['/books', '/books/{id}']);
});
