import { describe, expect, it } from '@jest/globals';
import { compression } from '@mortise/compression/node';
import { createApp, html, json, type RequestHandlerInterface, text } from 'mortise';
import { adapters } from '../composition/adapters.js';
import { implementations } from '../testing/implementations.js';

const TEXT = 'é'.repeat(2000);

async function* chunks(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(await Promise.resolve('12345'));
}

describe.each(implementations)('the Content-Length of HEAD, with %s', (_name, factories) => {
  const app = createApp({ factories });
  app.get('/text', (_request, response) => text(response, 'é'));
  app.get('/html', (_request, response) => html(response, TEXT));
  app.get('/json', (_request, response) => json(response, { text: TEXT }));
  app.get('/wrong', (_request, response) => text(response.withHeader('Content-Length', '7'), 'é'));
  app.get('/no-number', (_request, response) =>
    response.withHeader('Content-Length', 'x').withBody(factories.createStream('é')),
  );
  app.get('/declared', (_request, response) =>
    response
      .withHeader('Content-Length', '5')
      .withBody(factories.createStreamFromResource(chunks())),
  );
  app.get('/unknown', (_request, response) =>
    response.withBody(factories.createStreamFromResource(chunks())),
  );
  app.get('/error', () => {
    throw new Error('fails');
  });
  app.add(compression({ factories, codings: ['gzip'] }));
  const bare = {
    handle: () =>
      factories
        .createResponse()
        .withHeader('Content-Length', '7')
        .withBody(factories.createStream('é')),
  };

  describe.each(adapters)('over %s', (_adapter, send) => {
    /** The length of the body of GET, and the `Content-Length` of HEAD: `undefined` for none. */
    async function lengths(handler: RequestHandlerInterface, path: string, coding: string) {
      const ask = { path, headers: { 'accept-encoding': coding } };
      const { body } = await send(handler, { ...ask, method: 'GET' }, { factories });
      const { headers } = await send(handler, { ...ask, method: 'HEAD' }, { factories });
      return { GET: String(body.length), HEAD: headers['content-length'] };
    }

    it.each(['/text', '/html', '/json', '/wrong', '/no-number', '/declared', '/absent'])(
      'is that of GET for %s',
      async (path) => {
        const { GET, HEAD } = await lengths(app, path, 'identity');
        expect(Number(GET)).toBeGreaterThan(0);
        expect(HEAD).toBe(GET);
      },
    );

    it('is never that of the body before compression, which is unknown then', async () => {
      for (const path of ['/html', '/json']) {
        const { GET, HEAD } = await lengths(app, path, 'gzip');
        expect(Number(GET)).toBeLessThan(TEXT.length);
        expect(HEAD).toBeUndefined();
      }
    });

    it('is absent for a body of unknown length', async () => {
      expect((await lengths(app, '/unknown', 'identity')).HEAD).toBeUndefined();
    });

    it('is measured where a handler without an application declares another', async () => {
      expect((await lengths(bare, '/', 'identity')).HEAD).toBe('2');
    });
  });
});
