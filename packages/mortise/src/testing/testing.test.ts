import { describe, expect, it } from '@jest/globals';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { factories as plainFactories } from '@mortise/message-plain/node';
import { waitFor, waitForEvent } from '../../../../tooling/testing/wait-for.js';
import {
  createApp,
  factories,
  json,
  type ServerRequestInterface,
  text,
  type UploadedFileInterface,
} from '../index.js';
import { inProcess, overSocket, type TestClient, type TestRequest } from './index.js';

it.each([
  ['inProcess', inProcess],
  ['overSocket', overSocket],
] as const)('%s refuses a promise of an application, and says to await it', (door, clientOf) => {
  const promise = Promise.resolve(createApp()) as never;
  expect(() => clientOf(promise)).toThrow(
    new RegExp(`^invalid ${door}\\.handler: received a promise; .*await it`),
  );
});

it.each([
  ['inProcess', inProcess],
  ['overSocket', overSocket],
] as const)(
  '%s tests a handler that has no factories, such as that of metrics',
  async (_, clientOf) => {
    const client = clientOf({ handle: () => factories.createResponse(204) });
    expect((await client.get('/')).getStatusCode()).toBe(204);
    await client.close();
  },
);

/** An application that responds with what it received. */
function echo(seen: ServerRequestInterface[] = []) {
  const app = createApp();
  app.any('/{path:.*}', async (request, response) => {
    seen.push(request);
    const headers = Object.fromEntries(
      Object.entries(request.getHeaders()).filter(([name]) => !/^connection$/i.test(name)),
    );
    const text = await request.getBody().text();
    return json(response.withStatus(201), {
      method: request.getMethod(),
      target: request.getRequestTarget(),
      headers,
      text,
    });
  });
  return app;
}

interface Echoed {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly text: string;
}

async function sent(client: TestClient, request?: TestRequest, method = 'POST'): Promise<Echoed> {
  const response = await client.request(method, '/a?b=c', request);
  expect(response.getStatusCode()).toBe(201);
  return JSON.parse(await response.getBody().text()) as Echoed;
}

describe.each([
  ['in the process', inProcess],
  ['over a socket', overSocket],
])('a test client %s', (_how, connectTo) => {
  it.each(['get', 'post', 'put', 'patch', 'delete'] as const)('sends %s', async (method) => {
    const client = connectTo(echo());
    const response = await client[method]('/a?b=c', { headers: { 'X-A': '1' } });
    expect(JSON.parse(await response.getBody().text())).toMatchObject({
      method: method.toUpperCase(),
      target: '/a?b=c',
    });
    await client.close();
  });

  it.each(['/café', '/a b', '/a?b=é', '/\n', '/日本', '', 7])(
    'refuses the target %j, which no client sends',
    async (target) => {
      const client = connectTo(echo());
      const sending = client.get(target as string);
      await expect(sending).rejects.toMatchObject({
        code: 'OPTION_INVALID',
        option: 'request.target',
        message: expect.stringContaining('expected an encoded path: encodeURI("/café")'),
      });
      await client.close();
    },
  );

  it.each<[refused: string, request: object, expected: string]>([
    ['request.form', { json: {}, form: { a: '1' } }, 'no form beside json'],
    ['request.body', { json: null, body: 'a' }, 'no body beside json'],
    ['request.body', { form: { a: '1' }, body: '' }, 'no body beside form'],
    ['request.form.a', { form: { a: ['1', '2'] } }, 'a string; write a list as "a[0]", "a[1]"'],
    ['request.form.a', { form: { a: null } }, 'a string'],
    ['request.form.a', { form: { b: '1', a: { c: '2' } } }, 'a string'],
  ])('refuses %s, which would be lost or changed: %j', async (option, request, expected) => {
    const client = connectTo(echo());
    await expect(client.post('/', request)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      option,
      message: expect.stringContaining(`expected ${expected}`),
    });
    await client.close();
  });

  it('sends head and options', async () => {
    const app = createApp();
    app.get('/a', (_request, response) => text(response, 'hello'));
    const client = connectTo(app);
    const head = await client.head('/a');
    expect([head.getStatusCode(), await head.getBody().text()]).toEqual([200, '']);
    expect(head.getHeaderLine('Content-Type')).toBe('text/plain; charset=utf-8');
    expect((await client.options('/a')).getHeaderLine('Allow')).toBe('GET, HEAD');
    await client.close();
  });

  it.each<[TestRequest | undefined, string | undefined, string]>([
    [undefined, undefined, ''],
    [{ body: 'é' }, undefined, 'é'],
    [{ body: new Uint8Array([97]) }, undefined, 'a'],
    [{ json: { a: 'é' } }, 'application/json', '{"a":"é"}'],
    [{ json: null }, 'application/json', 'null'],
    [{ json: 1, headers: { 'content-TYPE': 'a/b+json' } }, 'a/b+json', '1'],
    [{ form: { a: 'é b', c: '' } }, 'application/x-www-form-urlencoded', 'a=%C3%A9+b&c='],
    [{ form: {}, headers: { 'Content-Type': 'x/y' } }, 'x/y', ''],
  ])('sends %j with the type %j', async (request, type, text) => {
    const client = connectTo(echo());
    const { headers, text: received } = await sent(client, request);
    const byName = new Map(Object.entries(headers).map(([name, v]) => [name.toLowerCase(), v]));
    expect([received, byName.get('content-type')?.join()]).toEqual([text, type]);
    expect(byName.get('host')).toEqual(['localhost']);
    const bytes = Buffer.byteLength(text);
    if (bytes > 0) expect(byName.get('content-length')).toEqual([String(bytes)]);
    await client.close();
  });

  it.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'REPORT'])(
    'sends the body of %s whole, and the next request after it',
    async (method) => {
      const seen: string[] = [];
      const app = createApp();
      app.map([method], '/', async (request, response) => {
        seen.push(request.getHeaderLine('Content-Length'), await request.getBody().text());
        return response;
      });
      const client = connectTo(app);
      const content = [{ json: { a: 'é' } }, { form: { a: '1' } }, { body: 'x' }];
      for (const each of content) {
        expect((await client.request(method, '/', each)).getStatusCode()).toBe(200);
      }
      expect(seen).toEqual(['10', '{"a":"é"}', '3', 'a=1', '1', 'x']);
      await client.close();
    },
  );

  it('leaves the framing of a body to headers that say it', async () => {
    const client = connectTo(echo());
    for (const method of ['POST', 'DELETE']) {
      const headers = { 'transfer-encoding': 'chunked' };
      const echoed = await sent(client, { body: 'x', headers }, method);
      const names = Object.keys(echoed.headers).map((name) => name.toLowerCase());
      expect([echoed.text, names.includes('content-length')]).toEqual(['x', false]);
    }
    await client.close();
  });

  it('sends a FormData with its files', async () => {
    const app = createApp({ body: {} });
    app.post('/', async (request, response) => {
      const file = request.getUploadedFiles()['file'] as UploadedFileInterface;
      const text = await file.getStream().text();
      return json(response, [request.getParsedBody(), file.getClientFilename(), text]);
    });
    const form = new FormData();
    form.set('title', 'Émile');
    form.set('file', new Blob(['hello']), 'a.txt');
    const client = connectTo(app);
    const response = await client.post('/', { form });
    const received: unknown = JSON.parse(await response.getBody().text());
    expect(received).toEqual([{ title: 'Émile' }, 'a.txt', 'hello']);
    await client.close();
  });

  it('sends each value of a header, and every case of its name once', async () => {
    const client = connectTo(echo());
    const { headers } = await sent(client, { headers: { HOST: 'a.test', 'X-A': ['1', '2'] } });
    const byName = new Map(Object.entries(headers).map(([name, v]) => [name.toLowerCase(), v]));
    expect([byName.get('host'), byName.get('x-a')?.join(', ')]).toEqual([['a.test'], '1, 2']);
    await client.close();
  });

  it('returns status, phrase, every header and the body, which can be read again', async () => {
    const app = createApp();
    app.get('/', (_request, response) => {
      response.getBody().write('body');
      return response
        .withStatus(299, 'Odd')
        .withHeader('X-A', ['1', '2'])
        .withAddedHeader('Set-Cookie', 'a=1')
        .withAddedHeader('Set-Cookie', 'b=2');
    });
    const client = connectTo(app);
    const response = await client.get('/');
    expect([response.getStatusCode(), response.getReasonPhrase()]).toEqual([299, 'Odd']);
    expect(response.getHeader('X-A')).toEqual(['1', '2']);
    expect(response.getHeader('Set-Cookie')).toEqual(['a=1', 'b=2']);
    expect(await response.getBody().text()).toBe('body');
    response.getBody().rewind();
    expect(await response.getBody().text()).toBe('body');
    await client.close();
  });

  it('creates its responses with the factories of the application', async () => {
    const app = createApp({ factories: plainFactories });
    app.get('/', (_request, response) => response);
    const client = connectTo(app);
    const response = await client.get('/');
    expect(response.constructor).toBe(plainFactories.createResponse().constructor);
    expect(response.constructor).not.toBe(factories.createResponse().constructor);
    await client.close();
  });

  it('ends the lifetime of each request', async () => {
    const seen: ServerRequestInterface[] = [];
    const client = connectTo(echo(seen));
    await sent(client);
    await waitFor(() => seen[0]?.getLifetime().ended === true);
    await client.close();
  });
});

describe('inProcess', () => {
  it('ends the lifetime of a request that fails, and passes the error on', async () => {
    const seen: ServerRequestInterface[] = [];
    const app = createApp({ errors: false });
    app.get('/', (request) => {
      seen.push(request);
      throw new Error('own');
    });
    await expect(inProcess(app).get('/')).rejects.toThrow('own');
    expect(seen[0]?.getLifetime().ended).toBe(true);
  });

  it('reads a body from its start, and before the lifetime ends', async () => {
    const app = createApp();
    const ended: boolean[] = [];
    app.get('/', (request, response) => {
      response.getBody().write('whole');
      response.getBody().seek(3);
      return response;
    });
    app.get('/late', (request, response) => {
      const lifetime = request.getLifetime();
      const chunks = async function* () {
        yield await Promise.resolve(Buffer.from('late'));
        ended.push(lifetime.ended);
      };
      return response.withBody(factories.createStreamFromResource(chunks()));
    });
    const client = inProcess(app);
    expect(await (await client.get('/')).getBody().text()).toBe('whole');
    expect(await (await client.get('/late')).getBody().text()).toBe('late');
    expect(ended).toEqual([false]);
    await client.close();
  });

  it.each([
    [{ body: 'abc' }, 3, '3'],
    [{}, 0, ''],
    [{ body: 'abc', headers: { 'Content-Length': '3' } }, 3, '3'],
    [{ headers: { 'Content-Length': '0' } }, 0, '0'],
  ])('announces the size of the body of %j', async (content, size, length) => {
    const seen: ServerRequestInterface[] = [];
    await sent(inProcess(echo(seen)), content);
    expect(seen[0]?.getBody().getSize()).toBe(size);
    expect(seen[0]?.getHeaderLine('Content-Length')).toBe(length);
  });

  it('passes on server parameters and a body like an adapter', async () => {
    const seen: ServerRequestInterface[] = [];
    const client = inProcess(echo(seen));
    await sent(client, { body: 'abc', headers: { 'Content-Length': '3' } });
    const [request] = seen;
    expect(request?.getServerParams()).toMatchObject({ REMOTE_ADDR: '127.0.0.1' });
    expect(request?.getProtocolVersion()).toBe('1.1');
    expect(String(request?.getUri())).toBe('http://localhost/a?b=c');
    expect(request?.getHeader('Content-Length')).toEqual(['3']);
  });
});

describe('overSocket', () => {
  it('serves from its first request on, and can be closed before it', async () => {
    const client = overSocket(echo());
    await expect(client.close()).resolves.toBeUndefined();
  });

  it('sends requests in turn over one connection, of which nothing is left after close()', async () => {
    const ports = new Set<unknown>();
    let closed = 0;
    const app = createApp();
    app.get('/', (request, response) => {
      ports.add(request.getServerParams()['REMOTE_PORT']);
      return response;
    });
    app.onClose(() => {
      closed += 1;
    });
    const client = overSocket(app);
    const sockets: Socket[] = [];
    const note = (message: unknown): void =>
      void sockets.push((message as { socket: Socket }).socket);
    const channels = ['net.client.socket', 'net.server.socket'];
    for (const name of channels) subscribe(name, note);
    for (let round = 0; round < 3; round++) {
      await (await client.get('/')).getBody().text();
    }
    expect(ports.size).toBe(1);
    for (const name of channels) unsubscribe(name, note);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false]);
    const port = sockets[0]?.remotePort ?? 0;
    await client.close();
    await waitFor(() => sockets.every(({ destroyed }) => destroyed));
    const [refused] = (await once(connect(port, '127.0.0.1'), 'error')) as [Error];
    expect(refused).toHaveProperty('code', 'ECONNREFUSED');
    expect(closed).toBe(1);
  });

  it.each([null, 5, 'x'])('refuses %p as options', (given) => {
    expect(() => overSocket(createApp(), given as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: 'overSocket' }),
    );
  });

  it('passes its options on to the server, but keeps the factories of the application', async () => {
    const app = createApp({ factories: plainFactories });
    const seen: ServerRequestInterface[] = [];
    app.get('/', (request, response) => {
      seen.push(request);
      return response;
    });
    const client = overSocket(app, { limits: { headerBytes: 1024 }, factories });
    const tooLarge = await client.get('/', { headers: { x: 'a'.repeat(1024) } });
    expect(tooLarge.getStatusCode()).toBe(431);
    await client.get('/');
    const plain = plainFactories.createServerRequest('GET', '/');
    expect(seen[0]?.constructor).toBe(plain.constructor);
    await client.close();
  });

  it('ends a request whose response has not begun when it is closed', async () => {
    const app = createApp();
    let release = (): void => undefined;
    let isEntered = false;
    app.get('/', async (_request, response) => {
      isEntered = true;
      await new Promise<void>((resolve) => (release = resolve));
      return response;
    });
    const client = overSocket(app, { closeTimeout: 60_000 });
    const outcome = client.get('/').catch((error: unknown) => error);
    await waitFor(() => isEntered);
    const closing = client.close();
    try {
      expect(await waitForEvent('the request to end', outcome)).toHaveProperty(
        'code',
        'ECONNRESET',
      );
    } finally {
      release();
      await waitForEvent('the client to close', closing);
    }
  });

  it('rejects a request whose response breaks off', async () => {
    const app = createApp();
    const failing = async function* () {
      yield await Promise.resolve(Buffer.from('begun'));
      throw new Error('broken');
    };
    app.get('/', (_request, response) =>
      response.withBody(factories.createStreamFromResource(failing())),
    );
    const client = overSocket(app, { onError: () => undefined });
    await expect(waitForEvent('the response', client.get('/'))).rejects.toThrow();
    await client.close();
  });
});
