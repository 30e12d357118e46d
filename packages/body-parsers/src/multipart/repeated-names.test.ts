import { describe, expect, it } from '@jest/globals';
import { REPEATED_NAMES } from '@mortise/base/keys';
import { createTemporaryStorage, factories } from '@mortise/message/node';
import { CONTENT_TYPE, field, file, formBytes, type PartToWrite } from '../../test/form-bytes.js';
import { bodyParser } from '../index.js';
import { type MultipartFormOptions, multipartForm } from './index.js';

async function parse(parts: readonly PartToWrite[], options: Partial<MultipartFormOptions> = {}) {
  const storage = createTemporaryStorage();
  const readers = { 'multipart/form-data': multipartForm({ factories, storage, ...options }) };
  const request = factories
    .createServerRequest('POST', '/')
    .withHeader('Content-Type', CONTENT_TYPE)
    .withBody(factories.createStream(formBytes(parts)));
  const parsed = await bodyParser({ factories, readers })(request);
  await parsed.getLifetime().end();
  return parsed;
}

describe('a multipart form', () => {
  it('notes all values of repeated names, in order', async () => {
    const parsed = await parse(
      [
        field('u.v', 'a'),
        file('my.cover', '1'),
        field('u.v', 'b'),
        file('my.cover', '22'),
        file('docs[cv]', '1'),
        file('photos[]', '1'),
        file('docs[cv]', ''),
        file('photos[]', '2'),
        file('late', '', ''),
        file('late', '333'),
        field('once', ''),
      ],
      { phpNames: true },
    );
    const repeated = parsed.getLifetime().getValue(REPEATED_NAMES);
    expect(repeated?.fields()).toEqual([{ path: ['u_v'], values: ['a', 'b'] }]);
    const files = repeated?.files() ?? [];
    expect(files.map(({ path, values }) => [path, values.map((each) => each.getSize())])).toEqual([
      [['my_cover'], [1, 2]],
      [
        ['docs', 'cv'],
        [1, 0],
      ],
      [['late'], [0, 3]],
    ]);
    expect(files[0]?.values.at(-1)).toBe(parsed.getUploadedFiles()['my_cover']);
  });

  it('does not note a dropped name as a repeated one', async () => {
    const parsed = await parse([file('cover[__proto__]', '1'), file('cover', '2')]);
    expect(parsed.getLifetime().getValue(REPEATED_NAMES)?.files()).toEqual([]);
  });
});
