import { expect, it } from '@jest/globals';
import type { TemporaryStorageInterface } from '@mortise/http-message';
import { createTemporaryStorage, factories } from '@mortise/message/node';
import { CONTENT_TYPE, file, formBytes } from '../../test/form-bytes.js';
import { bodyParser } from '../index.js';
import { multipartForm } from './index.js';

const CHUNK = 16_384;

it('the body of a form is not read ahead of the storage', async () => {
  const bytes = formBytes([file('a', 'x'.repeat(100_000)), file('b', 'y'.repeat(100_000))]);
  const ahead: number[] = [];
  let [read, written] = [0, 0];
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += CHUNK) {
      ahead.push(read - written);
      read += CHUNK;
      yield await Promise.resolve(bytes.subarray(at, at + CHUNK));
    }
  }
  const temporary = createTemporaryStorage();
  const storage: TemporaryStorageInterface = {
    createWriter: (limit) => {
      const writer = temporary.createWriter(limit);
      return {
        get size() {
          return writer.size;
        },
        write: async (piece) => {
          for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
          await writer.write(piece);
          written += piece.length;
        },
        end: () => writer.end(),
        discard: () => writer.discard(),
      };
    },
  };
  const reader = multipartForm({ factories, storage });
  const request = factories
    .createServerRequest('POST', 'http://example.test/')
    .withHeader('Content-Type', CONTENT_TYPE)
    .withBody(factories.createStreamFromResource(chunks()));
  await bodyParser({ factories, readers: { 'multipart/form-data': reader } })(request);
  await request.getLifetime().end();
  expect(written).toBe(200_000);
  expect(Math.max(...ahead)).toBeLessThan(3 * CHUNK);
});
