import { afterEach, describe, expect, it } from '@jest/globals';
import { readResponses, talk, type WireResponse } from '../../node/test/wire.js';
import {
  type AppInterface,
  createApp,
  factories,
  routeOf,
  serve,
  type ServerHandle,
  text,
} from '../src/index.js';
import { HttpBadRequestException } from '../src/slim/index.js';

let server: ServerHandle | null = null;
afterEach(() => server?.close());

describe('a path without a canonical form, over a socket', () => {
  it.each(['/hello/%zz', '/hello/%', '/hello/%4', '/a\\b', '/hello/%00', '/hello/%E9'])(
    'is 400 for %s, rendered by the application',
    async (path) => {
      const response = await responseOf(app(), path, 'Accept: application/problem+json');
      expect(response.status).toBe(400);
      expect(response.fields.get('content-type')).toEqual(['application/problem+json']);
      expect(JSON.parse(response.body.toString())).toMatchObject({
        status: 400,
        title: 'Bad Request',
      });
    },
  );

  it('reaches no route, but passes through the layers outside routing and the error handler', async () => {
    const made = app();
    const seen: unknown[] = [];
    made
      .addErrorMiddleware(false, false, false)
      .setErrorHandler(HttpBadRequestException, (request) => {
        seen.push(routeOf(request));
        return text(factories.createResponse(400), 'mine');
      });
    made.add(async (request, handler) => {
      const response = await handler.handle(request);
      seen.push(response.getStatusCode());
      return response;
    });
    expect((await responseOf(made, '/hello/%zz')).body.toString()).toBe('mine');
    expect(seen).toEqual([null, 400]);
  });

  it('is literal in a query', async () => {
    expect((await responseOf(app(), '/hello/x?a=%zz&b=\\')).body.toString()).toBe('x');
  });

  it('is routed by the URI that a layer sets instead', async () => {
    const made = app();
    made.add((request, handler) =>
      handler.handle(request.withUri(request.getUri().withPath('/hello/mended'))),
    );
    expect((await responseOf(made, '/hello/%zz')).body.toString()).toBe('mended');
  });
});

function app(): AppInterface {
  const made = createApp();
  made.get('/hello/{name}', (_request, response, { name }) => text(response, name));
  made.get('/{any:.*}', (_request, response) => text(response, 'any'));
  return made;
}

async function responseOf(
  made: AppInterface,
  target: string,
  field = 'Accept: */*',
): Promise<WireResponse> {
  server = await serve(made, { port: 0 });
  const head = `GET ${target} HTTP/1.1\r\nHost: a\r\n${field}\r\nConnection: close\r\n\r\n`;
  const [response] = readResponses(await talk(server.port, head), true, ['GET']);
  return response as WireResponse;
}
