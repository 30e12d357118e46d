import { request as send } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { compression } from '@mortise/compression/node';
import { toFetchHandler } from '@mortise/fetch';
import { factories as lazy } from '@mortise/message';
import { createApp, html, json, type RequestHandlerInterface, serve, text } from 'mortise';
import { implementations } from '../testing/implementations.js';

const TEXT = 'é'.repeat(2000);

async function* chunks(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(await Promise.resolve('12345'));
}

/** What the `Content-Length` is of the response to each method: `undefined` for none. */
type Lengths = (
  handler: RequestHandlerInterface,
  path: string,
  coding: string,
) => Promise<{ readonly GET: string | undefined; readonly HEAD: string | undefined }>;

const overSocket: Lengths = async (handler, path, coding) => {
  const server = await serve(handler, { port: 0 });
  const headers = { 'Accept-Encoding': coding };
  const lengthOf = (method: string) =>
    new Promise<string | undefined>((resolve, reject) => {
      const { port } = server;
      send({ port, method, path, headers, agent: false }, (incoming) => {
        incoming.resume().once('end', () => {
          resolve(incoming.headers['content-length']);
        });
      })
        .once('error', reject)
        .end();
    });
  try {
    return { GET: await lengthOf('GET'), HEAD: await lengthOf('HEAD') };
  } finally {
    await server.close();
  }
};

const overFetch: Lengths = async (handler, path, coding) => {
  const serveFetch = toFetchHandler(handler, { factories: lazy });
  const lengthOf = async (method: string) => {
    const headers = { 'Accept-Encoding': coding };
    const answer = await serveFetch(new Request(`http://a.example${path}`, { method, headers }));
    const length = answer.headers.get('content-length') ?? undefined;
    // The platform adds the length of a body in memory, which it sends by itself.
    return method === 'HEAD' ? length : String((await answer.arrayBuffer()).byteLength);
  };
  return { GET: await lengthOf('GET'), HEAD: await lengthOf('HEAD') };
};

describe.each(implementations)('the Content-Length of the response to HEAD, with %s', (_name, factories) => {
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

  describe.each<[string, Lengths]>([
    ['over a socket', overSocket],
    ['through fetch', overFetch],
  ])('%s', (_adapter, lengths) => {
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
