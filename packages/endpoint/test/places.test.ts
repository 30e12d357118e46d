import { describe, expect, it } from '@jest/globals';
import { requestHandler, requestResponseArgs } from '@mortise/app';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import { operation } from '@mortise/contract';
import { toFetchHandler } from '@mortise/fetch';
import { createApp } from 'mortise';
import { inProcess, overSocket } from 'mortise/testing';
import * as z from 'zod';
import { implement } from '../src/implement/index.js';
import { endpoint, endpoints } from '../src/index.js';
import { api, fileHead, multipart, received } from './api.js';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';
import { loggedErrors } from './logged-errors.js';
import { file } from '@mortise/contract';

const PROBLEM = { Accept: 'application/problem+json' };
const Out = z.object({ id: z.int(), tag: z.string() });

const tagged = endpoint(
  {
    args: z.object({ tenant: z.string(), id: z.int() }),
    body: z.object({ tag: z.string() }),
    responses: { 200: Out },
  },
  (_request, respond, { args, body }) =>
    respond(200, { id: args.id, tag: args.tenant + body.tag }).withHeader('X-A', '1'),
);

describe.each(nodeImplementations)('an endpoint, on %s', (_name, factories) => {
  it('serves variant A, in a group, with its own errors', async () => {
    const app = createVariantA({ factories });
    app.group('/{tenant}', (group) => {
      group.post('/{id}', tagged);
    });
    const client = inProcess(app);
    const good = await received(await client.post('/t/7', { json: { tag: 'x' } }));
    expect([good.status, good.body]).toEqual([200, { id: 7, tag: 'tx' }]);
    expect(good.response.getHeaderLine('X-A')).toBe('1');
    const bad = await client.post('/t/x', { json: { tag: 1 }, headers: PROBLEM });
    expect(bad.getStatusCode()).toBe(422);
    const broken = { body: '{', headers: { ...PROBLEM, 'Content-Type': 'application/json' } };
    expect((await client.post('/t/7', broken)).getStatusCode()).toBe(400);
  });

  it('is looked up by its name in the container', async () => {
    const container = { has: (name: string) => name === 'tagged', get: () => tagged };
    const app = createApp({ factories, container });
    app.addBodyParsingMiddleware();
    app.post('/{tenant}/{id}', 'tagged');
    const { status, body } = await received(
      await inProcess(app).post('/t/7', { json: { tag: 'x' } }),
    );
    expect([status, body]).toEqual([200, { id: 7, tag: 'tx' }]);
  });

  it.each([
    ['one by one', requestResponseArgs],
    ['not at all', requestHandler()],
  ])(
    'fails with a log line that names the fix if it receives arguments %s',
    async (_how, strategy) => {
      const { logger, texts } = loggedErrors();
      const app = createApp({ factories, logger });
      const callback = endpoint({}, (_request, response) => response);
      app.get('/{a}', callback).setInvocationStrategy(strategy);
      const { status } = await received(await inProcess(app).get('/x', { headers: PROBLEM }));
      expect(status).toBe(500);
      expect(texts.join('\n')).toContain(
        'call route.setInvocationStrategy(requestResponseNamedArgs)',
      );
    },
  );

  it('responds to HEAD with only the headers of its response', async () => {
    const { app, send } = api(factories);
    app.get(
      '/',
      endpoint({ responses: { 200: Out } }, (_request, respond) =>
        respond(200, { id: 1, tag: '' }),
      ),
    );
    const { status, body, response } = await send('HEAD', '/');
    expect([status, body]).toEqual([200, '']);
    expect(response.getHeaderLine('Content-Type')).toBe('application/json');
  });

  it('runs again if a layer retries', async () => {
    let runs = 0;
    const { app, send } = api(factories);
    app.post(
      '/',
      endpoint(
        { body: z.object({ a: z.int() }), responses: { 200: z.object({ runs: z.int() }) } },
        (_request, respond) => respond(200, { runs: ++runs }),
      ),
    );
    app.add(async (request, handler) => {
      await handler.handle(request);
      return handler.handle(request);
    });
    app.addBodyParsingMiddleware();
    const { body } = await send('POST', '/', { json: { a: 1 } });
    expect(body).toEqual({ runs: 2 });
  });

  it('serves real sockets: JSON, a form with a file, and a violation', async () => {
    const { app } = api(factories);
    app.post('/{tenant}/{id}', tagged);
    app.post(
      '/cover',
      endpoint(
        { files: { cover: file({ maxBytes: 4 }) }, responses: { 200: z.string() } },
        async (_request, respond, { files }) => respond(200, await files.cover.getStream().text()),
      ),
    );
    const client = overSocket(app);
    try {
      expect((await received(await client.post('/t/7', { json: { tag: 'x' } }))).body).toEqual({
        id: 7,
        tag: 'tx',
      });
      const form = multipart([fileHead('cover', 'image/png'), 'PNG!']);
      expect((await received(await client.post('/cover', form))).body).toBe('PNG!');
      expect((await client.post('/t/x', { json: {} })).getStatusCode()).toBe(422);
    } finally {
      await client.close();
    }
  });

  it('serves requests through fetch', async () => {
    const { app } = api(factories);
    app.post('/{tenant}/{id}', tagged);
    const handle = toFetchHandler(app, { factories });
    const post = (path: string, body: unknown) =>
      handle(
        new Request(`http://a.test${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...PROBLEM },
          body: JSON.stringify(body),
        }),
      );
    const good = await post('/t/7', { tag: 'x' });
    expect(await good.json()).toEqual({ id: 7, tag: 'tx' });
    expect((await post('/t/x', { tag: 'x' })).status).toBe(422);
  });
});

describe.each(nodeImplementations)('implement, on %s', (_name, factories) => {
  const contract = {
    books: {
      show: operation('GET', '/books/{id}', {
        args: z.object({ id: z.int() }),
        responses: { 200: Out },
      }),
    },
    ping: operation('GET', '/ping', {}),
  };

  it('registers each operation under its name, in the groups of the contract', async () => {
    const { app, send } = api(factories);
    app.group('/api', (group) => {
      const routes = implement(group, contract, {
        books: { show: (_request, respond, { args }) => respond(200, { id: args.id, tag: '' }) },
        ping: (_request, response) => response,
      });
      routes.books.show.add((request, handler) => handler.handle(request));
      expect(routes.ping.getName()).toBe('ping');
    });
    expect((await send('GET', '/api/books/7')).body).toEqual({ id: 7, tag: '' });
    expect(app.getRouteCollector().getNamedRoute('books.show').getMiddleware()).toHaveLength(1);
  });

  it('creates endpoints with its options', async () => {
    const { app, send } = api(factories);
    implement(
      app,
      { show: contract.books.show },
      { show: (_request, respond) => respond(200, { id: 1, tag: '' }) },
      { endpoint: endpoints({ status: 400 }) },
    );
    expect((await send('GET', '/books/x')).status).toBe(400);
  });

  it.each([{ books: {} }, {}, undefined, null])(
    'refuses an operation without a handler: %j',
    (handlers) => {
      const { app } = api(factories);
      expect(() => implement(app, contract, handlers as never)).toThrow(
        'invalid implement.handlers.books.show: received undefined; expected a function',
      );
    },
  );

  it('names every operation without a handler, and registers none of the others', () => {
    const { app } = api(factories);
    const list = operation('GET', '/list', {});
    const incomplete = { list, ...contract, last: list };
    const handlers = { list: () => factories.createResponse(), last: 7 };
    expect(() => implement(app, incomplete, handlers as never)).toThrow(
      'invalid implement.handlers.books.show: received undefined; expected a function; also missing: ping, last',
    );
    expect(app.getRouteCollector().getRoutes()).toEqual([]);
  });

  it.each<[string, object]>([
    [
      'invalid implement.contract.books.show.query: received an object; expected a schema',
      { query: {} },
    ],
    [
      'unknown option implement.contract.books.show.querry; expected implement.contract.books.show.query',
      { querry: {} },
    ],
    ['invalid implement.contract.books.show.accepts: received an array', { accepts: [] }],
    ['invalid implement.contract.books.show.accepts.0: received "json"', { accepts: ['json'] }],
    ['invalid implement.contract.books.show.files.a: received an object', { files: { a: {} } }],
    [
      'invalid implement.contract.books.show.responses.600: received 600',
      { responses: { 600: null } },
    ],
  ])('names the operation of an invalid description: %s', (message, description) => {
    const { app } = api(factories);
    const invalid = { books: { show: operation('POST', '/books', description) } };
    expect(() => implement(app, invalid, {} as never)).toThrow(message);
  });
});
