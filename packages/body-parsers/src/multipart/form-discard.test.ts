import { expect, it } from '@jest/globals';
import type { TemporaryStorageInterface } from '@mortise/http-message';
import { createTemporaryStorage, factories } from '@mortise/message/node';
import { CONTENT_TYPE, file, formBytes } from '../../test/form-bytes.js';
import { bodyParser } from '../index.js';
import { multipartForm } from './index.js';

/** Storage whose files take several turns to be removed. */
function slowStorage(): {
  readonly storage: TemporaryStorageInterface;
  readonly left: () => number;
} {
  const storage = createTemporaryStorage();
  let left = 0;
  return {
    left: () => left,
    storage: {
      createWriter: (limit) => {
        const writer = storage.createWriter(limit);
        left++;
        return {
          get size() {
            return writer.size;
          },
          write: (bytes) => writer.write(bytes),
          end: () => writer.end(),
          discard: async () => {
            for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
            await writer.discard();
            left--;
          },
        };
      },
    },
  };
}

it('a refused form is reported after all of its files have been removed', async () => {
  const { storage, left } = slowStorage();
  const reader = multipartForm({ factories, storage });
  const parse = bodyParser({ factories, readers: { 'multipart/form-data': reader } });
  const body = formBytes([file('a', 'x'), file('b', 'y'), file('c[', 'z')]);
  const request = factories
    .createServerRequest('POST', 'http://example.test/')
    .withHeader('Content-Type', CONTENT_TYPE)
    .withBody(factories.createStream(body));
  const outcome = await Promise.resolve(parse(request)).then(
    () => 'parsed',
    (error: unknown) => [(error as { readonly code: string }).code, left()],
  );
  expect(outcome).toEqual(['BODY_PART_HEADER', 0]);
});
