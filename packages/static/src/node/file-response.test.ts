import { expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { unchanged } from './file-response.js';
import { representationOf } from './representation.js';

it.each(implementations)('304 has the tag, and nothing else about the file: %s', (_name, made) => {
  const file = representationOf(
    { size: 1, mtimeMs: 5000 },
    { contentType: 'text/plain', coding: 'gzip', strongTags: true, now: 10_000 },
  );
  const response = unchanged(
    made.createServerRequest('GET', '/'),
    made
      .createResponse()
      .withHeader('Content-Encoding', 'gzip')
      .withHeader('Accept-Ranges', 'bytes')
      .withHeader('Vary', 'Accept-Encoding'),
    file,
    made,
  );
  expect(response.getStatusCode()).toBe(304);
  expect(response.getHeaders()).toEqual({
    Vary: ['Accept-Encoding'],
    ETag: [file.etag],
  });
});
