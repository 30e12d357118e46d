/** What a response to HEAD says about the one to GET. */
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fromFetchHandler } from '@mortise/fetch';
import { httpCache, withEtag } from '@mortise/http-cache';
import type { ResponseInterface } from '@mortise/http-message';
import { createApp, fromConnect, serve, type ServerHandle, text } from 'mortise';
import { implementations } from '../../../tooling/testing/implementations.js';
import { compression } from '../src/node/index.js';

const TEXT = 'the quick brown fox '.repeat(200);
const FIELDS = ['content-encoding', 'content-length', 'etag', 'vary'] as const;

describe.each(implementations)('compression with %s, over a socket', (_name, factories) => {
  let server: ServerHandle;
  beforeAll(async () => {
    const app = createApp({ factories, logger: { error: () => undefined, info: () => undefined } });
    const tagged = (response: ResponseInterface) => withEtag(response, '7');
    app.get('/own', (_request, response) => text(tagged(response), TEXT));
    app.map(['HEAD'], '/own', (_request, response) => text(tagged(response), ''));
    app.get('/sized', (_request, response) => text(tagged(response), 'small'));
    app.map(['HEAD'], '/sized', (_request, response) =>
      text(tagged(response), '').withHeader('Content-Length', '5'),
    );
    app.get('/text', (_request, response) => text(tagged(response), TEXT));
    app.get('/small', (_request, response) => text(tagged(response), 'small'));
    app.get('/empty', (_request, response) => text(tagged(response), ''));
    app.any('/any', (_request, response) => text(tagged(response), ''));
    app.get('/stream', (_request, response) =>
      tagged(response)
        .withHeader('Content-Type', 'text/plain')
        .withBody(factories.createStreamFromResource(Readable.from([Buffer.from(TEXT)]))),
    );
    const headers = { ETag: '"7"', 'Content-Type': 'text/plain' };
    const web = fromFetchHandler(({ method }) =>
      Promise.resolve(new Response(method === 'HEAD' ? null : TEXT, { headers })),
    );
    app.mount('/fetch', web);
    app.add(
      fromConnect(
        (_incoming, outgoing) => {
          for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
          outgoing.end(TEXT);
        },
        { path: '/connect' },
      ),
    );
    app.add(httpCache());
    app.add(compression({ codings: ['br', 'gzip'] }));
    server = await serve(app, { port: 0 });
  });
  afterAll(() => server.close());

  async function ask(method: string, path: string, fields: Readonly<Record<string, string>>) {
    const response = await fetch(server.url + path, { method, headers: fields });
    await response.arrayBuffer();
    const fieldsOf = FIELDS.map((name) => [name, response.headers.get(name)] as const);
    const seen = Object.fromEntries(fieldsOf) as Record<(typeof FIELDS)[number], string | null>;
    return { status: response.status, ...seen };
  }

  it.each(
    ['/own', '/text', '/stream', '/fetch/x', '/connect/x'].flatMap((path) => [
      [path, 'gzip', '"7-gzip"', 'gzip'] as const,
      [path, 'br', '"7-br"', 'br'] as const,
      [path, 'identity', '"7"', null] as const,
    ]),
  )('HEAD %s in %s has the tag and coding of GET', async (path, accepted, etag, coding) => {
    const fields = { 'Accept-Encoding': accepted };
    const get = await ask('GET', path, fields);
    expect(get).toMatchObject({ status: 200, etag, 'content-encoding': coding });
    const { 'content-length': length, ...head } = await ask('HEAD', path, fields);
    expect(get).toMatchObject(head);
    expect([null, get['content-length']]).toContain(length);
  });

  it.each(['/small', '/sized', '/empty', '/any'])(
    'HEAD %s, whose body is known to be small, has the tag of GET',
    async (path) => {
      const fields = { 'Accept-Encoding': 'gzip' };
      const [get, head] = [await ask('GET', path, fields), await ask('HEAD', path, fields)];
      const expected = { status: 200, etag: '"7"', 'content-encoding': null };
      expect(get).toMatchObject({ ...expected, vary: 'Accept-Encoding' });
      expect(head).toMatchObject({ ...expected, vary: 'Accept-Encoding' });
      expect([null, get['content-length']]).toContain(head['content-length']);
    },
  );
});
