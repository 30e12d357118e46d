import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { createApp, text } from 'mortise';
import { overSocket } from 'mortise/testing';
import { growth } from '../../../tooling/testing/growth.js';
import { assertPrecondition, etag, httpCache, isNotModified } from '../src/index.js';

const KIB_16 = 16_000;
const LISTS = ['"a",', ',', 'W/', '"', '"a" ', 'W/"a"', '*,', '\\"'];

describe.each([
  'If-None-Match',
  'If-Match',
  'If-Modified-Since',
  'If-Unmodified-Since',
  'If-Range',
])('a request with %s', (name) => {
  it.each([...LISTS, 'Sun, 06 Nov 1994 08:49:37 GMT ', '9'])(
    'of 16 KiB of %j gets a response',
    async (piece) => {
      const app = createApp();
      app.get('/', (_request, response) => text(response, 'page'));
      app.add(etag());
      app.add(httpCache({ factories: app.factories }));
      const client = overSocket(app);
      const headers = { [name]: piece.repeat(KIB_16 / piece.length).trim() };
      const response = await client.get('/', { headers });
      await client.close();
      expect([200, 304, 412]).toContain(response.getStatusCode());
    },
  );
});

it('takes time linear in the length of a list of tags', async () => {
  const request = factories.createServerRequest('GET', '/');
  const response = factories.createResponse().withHeader('ETag', '"x"');
  for (const piece of LISTS) {
    const naming = (name: string) => (size: number) =>
      request.withHeader(name, `"a${piece.repeat(size)}`.trim());
    const compare = (sent: typeof request) => isNotModified(sent, response);
    const ratio = await growth(naming('If-None-Match'), compare, 10_000);
    expect([piece, ratio < 10]).toEqual([piece, true]);
    const check = (sent: typeof request) => {
      try {
        assertPrecondition(sent, { etag: '"x"' });
      } catch {
        // It is refused.
      }
    };
    expect([piece, (await growth(naming('If-Match'), check, 10_000)) < 10]).toEqual([piece, true]);
  }
});
