import { expect, it } from '@jest/globals';
import type { UploadedFileInterface } from '@mortise/http-message';
import { parseMediaType } from '@mortise/http-syntax';
import { createMemoryStorage, factories } from '@mortise/message';
import { CONTENT_TYPE, field, file, formBytes } from '../../test/form-bytes.js';
import { multipartForm } from './form-reader.js';

const type = parseMediaType(CONTENT_TYPE);

/** Reads a form with a file of `size` bytes into memory of 100 bytes. */
async function readForm(storage: ReturnType<typeof createMemoryStorage>, size: number) {
  if (type === null) throw new Error('not a media type');
  const bytes = formBytes([file('cover', 'x'.repeat(size)), field('title', 'Emma')]);
  const failures: unknown[] = [];
  const request = factories
    .createServerRequest('POST', '/')
    .withHeader('Content-Type', CONTENT_TYPE)
    .withBody(factories.createStream(bytes));
  const onStorageError = (error: unknown) => failures.push(error);
  const reader = multipartForm({ factories, storage, memoryLimit: 0, onStorageError });
  const read = await reader(request, type);
  const { cover } = read.getUploadedFiles() as { cover: UploadedFileInterface };
  return { read, failures, error: cover.getError() };
}

it('a file that exceeds storage in memory has error 7, and the rest of the form is read', async () => {
  const storage = createMemoryStorage({ maxBytes: 100 });
  const { read, failures, error } = await readForm(storage, 101);
  expect([error, read.getParsedBody()]).toEqual([7, { title: 'Emma' }]);
  expect(failures).toEqual([expect.objectContaining({ code: 'STORAGE_FULL' })]);
});

it('files in memory make room for others when the lifetime of their request ends', async () => {
  const storage = createMemoryStorage({ maxBytes: 100 });
  const first = await readForm(storage, 100);
  expect(first.error).toBe(0);
  expect((await readForm(storage, 1)).error).toBe(7);
  await first.read.getLifetime().end();
  expect((await readForm(storage, 100)).error).toBe(0);
});
