import { afterEach, describe, expect, it } from '@jest/globals';
import { waitForEvent } from '../../../tooling/testing/wait-for.js';
import {
  acceptQuery,
  bodyParsing,
  createApp,
  type AppInterface,
  json,
  routeOf,
  serve,
  text,
} from '../src/index.js';
import { overSocket, type TestClient } from '../src/testing/index.js';

const clients: TestClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

function over(app: AppInterface): TestClient {
  const client = overSocket(app);
  clients.push(client);
  return client;
}

describe('a request without a route, over a socket', () => {
  it('is 404, 405 with Allow, and 400, behind body parsing and error middleware', async () => {
    const app = createApp();
    app.get('/books/{id}', (_request, response) => response);
    app.addBodyParsingMiddleware();
    app.addErrorMiddleware(false, true, true);
    const client = over(app);
    const found = await client.get('/nowhere');
    expect([found.getStatusCode(), found.getHeaderLine('Content-Type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    const refused = await client.post('/books/7', { json: {} });
    expect([refused.getStatusCode(), refused.getHeaderLine('Allow')]).toEqual([405, 'GET, HEAD']);
    expect(JSON.parse(await refused.getBody().text())).toEqual({
      message: '405 Method Not Allowed',
    });
    expect((await client.get('/books/%00')).getStatusCode()).toBe(400);
  });

  it('is handled by app.notFound, whose response passes through the layers', async () => {
    const app = createApp({
      layers: [
        async (request, handler) => (await handler.handle(request)).withHeader('X-Layer', 'yes'),
      ],
    });
    app.notFound((request, response) => json(response, { nothing: request.getUri().getPath() }));
    const response = await over(app).get('/shelves');
    expect([
      response.getStatusCode(),
      response.getHeaderLine('X-Layer'),
      await response.getBody().text(),
    ]).toEqual([404, 'yes', '{"nothing":"/shelves"}']);
  });

  it.each(['application/json', 'application/problem+json'])(
    'names the nearest routes in %s with details, the nearest first, without a stack',
    async (accept) => {
      const app = createApp({ errors: { details: true } });
      app.get('/authors', (_request, response) => response);
      app.get('/books/{id:[0-9]+}', (_request, response) => response);
      const response = await over(app).get('/books/emma', { headers: { Accept: accept } });
      const body = await response.getBody().text();
      expect((JSON.parse(body) as { routes: unknown }).routes).toEqual([
        {
          methods: ['GET'],
          pattern: '/books/{id:[0-9]+}',
          reason: '"emma" at 7 does not match ([0-9]{1,})',
        },
        {
          methods: ['GET'],
          pattern: '/authors',
          reason: '"/books/emma" at 0 does not begin with "/authors"',
        },
      ]);
      expect(body).not.toMatch(/"(?:file|line|trace)"/);
    },
  );

  it('lists at most ten of them on the page, escaped', async () => {
    const app = createApp({ errors: { details: true, format: 'html' } });
    for (let at = 0; at < 12; at += 1) app.get(`/b${at}/<{id}`, (_request, response) => response);
    const page = await (await over(app).get('/b')).getBody().text();
    expect(page.match(/<li>/g)).toHaveLength(10);
    expect(page).toContain('<code>GET /b0/&lt;{id}</code>');
    expect(page).not.toMatch(/File:|Line:|Trace/);
  });

  it('lists no routes without details', async () => {
    const app = createApp();
    app.get('/books', (_request, response) => response);
    const page = await (await over(app).get('/book', { headers: { Accept: 'application/json' } }))
      .getBody()
      .text();
    expect(JSON.parse(page)).not.toHaveProperty('routes');
    expect(page).not.toContain('/books');
  });
});

describe('QUERY, over a socket', () => {
  const app = (): AppInterface => {
    const made = createApp();
    made.group('/books', (books) => {
      books.query('', (request, response) =>
        json(acceptQuery(response, 'application/json'), request.getParsedBody()),
      );
    });
    made.add(bodyParsing({ strict: true }));
    return made;
  };

  it('reaches its route with a parsed body, and sends the accepted types', async () => {
    const response = await over(app()).request('QUERY', '/books', { json: { author: 'Austen' } });
    expect([
      response.getStatusCode(),
      response.getHeaderLine('Accept-Query'),
      await response.getBody().text(),
    ]).toEqual([200, 'application/json', '{"author":"Austen"}']);
  });

  it('is 400 with a body and no Content-Type, and is listed in Allow', async () => {
    const client = over(app());
    expect((await client.request('QUERY', '/books', { body: '{}' })).getStatusCode()).toBe(400);
    const refused = await client.get('/books');
    expect([refused.getStatusCode(), refused.getHeaderLine('Allow')]).toEqual([405, 'QUERY']);
  });
});

describe('the close of a server', () => {
  it('runs the hooks of the application after the last request, the last registered first', async () => {
    const ran: string[] = [];
    const app = createApp();
    let release = (): void => undefined;
    const entered = new Promise<void>((resolve) => {
      app.get('/slow', async (_request, response) => {
        resolve();
        await new Promise<void>((done) => (release = done));
        ran.push('request');
        return text(response, 'done');
      });
    });
    app.onClose(() => void ran.push('first registered'));
    app.onClose(async () => {
      await Promise.resolve();
      ran.push('last registered');
    });
    const server = await serve(app, { port: 0, host: '127.0.0.1' });
    const response = fetch(`http://127.0.0.1:${server.port}/slow`, {
      headers: { Connection: 'close' },
    });
    await waitForEvent('the request to reach its handler', entered);
    const closed = server.close();
    expect(ran).toEqual([]);
    release();
    await waitForEvent('the response', (await response).text());
    await waitForEvent('the server to close', closed);
    expect(ran).toEqual(['request', 'last registered', 'first registered']);
  });

  it('rejects with the error of a hook', async () => {
    const app = createApp();
    const failure = new Error('the pool did not end');
    app.onClose(() => Promise.reject(failure));
    const server = await serve(app, { port: 0 });
    const error: unknown = await server.close().catch((thrown: unknown) => thrown);
    const [own] = (error as AggregateError).errors as AggregateError[];
    expect(own?.errors).toEqual([failure]);
  });
});

describe('routeOf, over a socket', () => {
  it('names the pattern in an outer layer after handle, and null for no route', async () => {
    const seen: unknown[] = [];
    const app = createApp();
    app.get('/books/{id}', (_request, response) => response);
    app.add(async (request, handler) => {
      const response = await handler.handle(request);
      seen.push(routeOf(request)?.getPattern() ?? null);
      return response;
    });
    app.addErrorMiddleware(false, true, true);
    app.notFound((_request, response) => response);
    const client = over(app);
    await client.get('/books/7');
    await client.get('/nowhere');
    expect(seen).toEqual(['/books/{id}', null]);
  });
});
