import { describe, expect, it } from '@jest/globals';
import { implementations } from '../test/implementations.js';
import { createApp } from './index.js';

describe.each(implementations)('subRequest over %s', (_name, factories) => {
  it('reaches a route with its own middleware, and not that of the application', async () => {
    const app = createApp({ factories });
    app
      .post('/part/{id}', (request, response, args) =>
        response.write(
          [
            args.id,
            request.getQueryParam('q'),
            request.getCookieParam('c'),
            request.getParam('f'),
          ].join(),
        ),
      )
      .add(async (request, response, next) => (await next(request, response)).write('|route'));
    app.add(async (request, response, next) => (await next(request, response)).write('|app'));
    app.get('/', async (_request, response) => {
      const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const part = await app.subRequest('POST', '/part/7', 'q=1', form, { c: '2' }, 'f=3');
      return response.write(await part.getBody().text());
    });
    const answer = await app.handle(factories.createServerRequest('GET', '/'));
    expect(await answer.getBody().text()).toBe('7,1,2,3|route|app');
  });

  it('is read as any request of the application: parsers, override, base path', async () => {
    const parsers = { 'text/csv': (input: string) => input.split(',') };
    const app = createApp({ factories, parsers, settings: { basePath: '/sub' } });
    app.put('/sub/x', (request, response) =>
      response.withJson([request.getParsedBody(), request.getUri().getBaseUrl()]),
    );
    const headers = { 'Content-Type': 'text/csv', 'X-Http-Method-Override': 'PUT' };
    const answer = await app.subRequest('POST', '/sub/x', '', headers, {}, 'a,b');
    expect(await answer.getBody().text()).toBe('[["a","b"],"/sub"]');
  });

  it('hands a response on', async () => {
    const app = createApp({ factories });
    app.get('/', (_request, response) => response);
    const given = factories.createResponse(202);
    const answer = await app.subRequest('GET', '/', '', {}, {}, '', given);
    expect(answer.getStatusCode()).toBe(202);
  });
});
