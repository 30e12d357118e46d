import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { factories as plainFactories } from '@mortise/message-plain/node';
import {
  createApp,
  factories,
  json,
  methodOverride,
  serve,
  type ServerHandle,
  type UploadedFileInterface,
} from './index.js';
import { AppFactory, requestResponseArgs } from './slim/index.js';
import { inProcess, overSocket, type TestClient, type TestRequest } from './testing/index.js';

const books = () => {
  const app = createApp();
  app.add(methodOverride());
  app.addBodyParsingMiddleware({ 'text/csv': (text) => text.split(',') });
  app.map(['POST', 'DELETE'], '/books/{id}', (request, response, { id }) => {
    const parsed = JSON.stringify(request.getParsedBody());
    response.getBody().write(`${request.getMethod()} ${id} ${parsed}`);
    return response.withAddedHeader('Set-Cookie', 'a=1').withAddedHeader('Set-Cookie', 'b=2');
  });
  return app;
};

describe.each([
  ['in the process', inProcess],
  ['over a socket', overSocket],
])('an application with the defaults, %s', (_, connect) => {
  let client: TestClient;
  beforeEach(() => {
    client = connect(books());
  });
  afterEach(() => client.close());

  const textOf = async (request: TestRequest): Promise<string> => {
    const response = await client.post('/books/a%20b?x=1', request);
    return response.getBody().text();
  };

  it('parses JSON, forms and types with a custom parser', async () => {
    expect(await textOf({ json: { a: [1] } })).toBe('POST a b {"a":[1]}');
    expect(await textOf({ form: { 'a[]': 'é' } })).toBe('POST a b {"a":["é"]}');
    const csv = { headers: { 'Content-Type': 'Text/CSV' }, body: '1,2' };
    expect(await textOf(csv)).toBe('POST a b ["1","2"]');
  });

  it('parses XML', async () => {
    const headers = { 'Content-Type': 'application/atom+xml' };
    const text = await textOf({ headers, body: '<a b="1"><c>2</c></a>' });
    expect(text).not.toContain('null');
  });

  it('accepts uploads, and removes them when the request has ended', async () => {
    const uploads: UploadedFileInterface[] = [];
    const app = createApp();
    app.addBodyParsingMiddleware();
    app.post('/', async (request, response) => {
      const upload = request.getUploadedFiles()['file'] as UploadedFileInterface;
      uploads.push(upload);
      return json(response, [
        upload.getClientFilename(),
        await upload.getStream().text(),
        request.getParsedBody(),
        await request.getBody().text().catch(codeOf),
      ]);
    });
    const uploading = connect(app);
    const form = new FormData();
    form.set('title', 'Candide');
    form.set('file', new Blob(['text']), 'candide.txt');
    const answer = await uploading.post('/', { form });
    await uploading.close();
    expect(JSON.parse(await answer.getBody().text())).toEqual([
      'candide.txt',
      'text',
      { title: 'Candide' },
      'BODY_CONSUMED',
    ]);
    expect(uploads[0]?.getStream().isReadable()).toBe(false);
  });

  it('fails to read the text of a body that was already read, and reads that of an empty one', async () => {
    const app = createApp();
    app.post('/', async (request, response) => {
      const body = request.getBody();
      const first = await body.text();
      const second = await body.text().catch(codeOf);
      const rest = [await body.read(1), await body.getContents()].map(({ length }) => length);
      return json(response, [first, second, ...rest]);
    });
    const reading = connect(app);
    const seen = async (body: string): Promise<unknown> =>
      JSON.parse(await (await reading.post('/', { body })).getBody().text());
    expect(await seen('abc')).toEqual(['abc', 'BODY_CONSUMED', 0, 0]);
    expect(await seen('')).toEqual(['', '', 0, 0]);
    await reading.close();
  });

  it('supports method override by a form', async () => {
    const text = await textOf({ form: { _METHOD: 'DELETE' } });
    expect(text).toBe('DELETE a b {"_METHOD":"DELETE"}');
  });

  it('has the cookies, the server parameters and the length of a request', async () => {
    const app = createApp();
    app.post('/', (request, response) => {
      const server = request.getServerParams();
      return json(response, [
        request.getCookieParams(),
        server['HTTP_AUTHORIZATION'],
        server['REMOTE_ADDR'],
        server['CONTENT_LENGTH'],
        request.getUri().getAuthority(),
      ]);
    });
    const seeing = connect(app);
    const headers = { Cookie: 'a=1', Authorization: 'Bearer 1', Host: 'example.test:81' };
    const answer = await seeing.post('/', { headers, body: 'é' });
    await seeing.close();
    expect(JSON.parse(await answer.getBody().text())).toEqual([
      { a: '1' },
      'Bearer 1',
      '127.0.0.1',
      '2',
      'example.test:81',
    ]);
  });

  it('refuses a method and a header that no client can send', async () => {
    await expect(client.request('G T', '/')).rejects.toThrow(/token/);
    await expect(client.get('/', { headers: { 'X-A': 'a\r\nb' } })).rejects.toThrow(/X-A|header/);
  });

  it('returns every value of a repeated header to the test', async () => {
    const response = await client.post('/books/1');
    expect(response.getHeader('set-cookie')).toEqual(['a=1', 'b=2']);
  });

  it('responds with 404 and 405 automatically', async () => {
    expect((await client.get('/nowhere')).getStatusCode()).toBe(404);
    const refused = await client.get('/books/1');
    expect(refused.getStatusCode()).toBe(405);
    expect(refused.getHeaderLine('Allow')).toBe('POST, DELETE');
  });
});

describe('createApp', () => {
  it('accepts other factories, which serve then uses too', async () => {
    const app = createApp({ factories: plainFactories });
    app.get('/', (_, response) => response.withStatus(204));
    const seen: unknown[] = [];
    app.add((request, handler) => {
      seen.push(request.constructor);
      return handler.handle(request);
    });
    const plain = plainFactories.createServerRequest('GET', '/').constructor;
    const server = await serve(app, { port: 0 });
    await fetch(server.url);
    await server.close();
    await inProcess(app).get('/');
    expect(seen).toEqual([plain, plain]);
  });

  it('passes the arguments one by one under that strategy', async () => {
    const app = createApp({ strategy: requestResponseArgs });
    app.get('/api/library/books/:id/:page', (_, response, id, page) => {
      response.getBody().write(`${id} ${page}`);
      return response;
    });
    const response = await inProcess(app).get('/api/library/books/7/2');
    expect(await response.getBody().text()).toBe('7 2');
  });

  it('has factories that open files', () => {
    expect(factories.createStreamFromFile('package.json').getMetadata('uri')).toBe('package.json');
  });
});

describe('an option that is undefined', () => {
  it('has its default', async () => {
    const options: object = { factories: undefined, development: undefined, variant: undefined };
    const app = createApp(options);
    app.addBodyParsingMiddleware();
    app.post('/', (request, response) => json(response, request.getParsedBody()));
    const answer = await inProcess(app).post('/', { json: [1] });
    expect(await answer.getBody().text()).toBe('[1]');
    const container = { has: () => true, get: () => plainFactories };
    const contained = AppFactory.createFromContainer(container, options);
    expect(contained.factories).toBe(plainFactories);
  });
});

describe('AppFactory', () => {
  it('creates applications with the defaults, under the names of Slim', async () => {
    const entries = new Map([['factories', plainFactories]]);
    const container = {
      has: (id: string) => entries.has(id),
      get: (id: string) => entries.get(id),
    };
    expect(AppFactory.createFromContainer(container).factories).toBe(plainFactories);
    entries.clear();
    const bare = AppFactory.createFromContainer(container);
    expect([bare.factories, bare.getContainer()]).toEqual([factories, container]);
    const app = AppFactory.create();
    app.addBodyParsingMiddleware();
    app.post('/', (request, response) => json(response, request.getParsedBody()));
    const answer = await inProcess(app).post('/', { json: [1] });
    expect(await answer.getBody().text()).toBe('[1]');
  });
});

describe('a test client', () => {
  it('sends one Host, that of the test with any case of the name', async () => {
    const app = createApp();
    app.get('/', (request, response) => json(response, request.getHeader('Host')));
    for (const client of [inProcess(app), overSocket(app)]) {
      const response = await client.get('/', { headers: { host: 'a.test' } });
      expect(await response.getBody().text()).toBe('["a.test"]');
      await client.close();
    }
  });
});

describe('serve', () => {
  it.each(['abc', '65536', '-1', '1e3', ' 80'])('names PORT if it is %j', async (port) => {
    const before = process.env['PORT'];
    process.env['PORT'] = port;
    await expect(serve(createApp())).rejects.toThrow(`expected a number from 0 to 65535`);
    if (before === undefined) delete process.env['PORT'];
    else process.env['PORT'] = before;
  });

  it.each([3000, '3000'])('refuses %j in place of the options', async (options) => {
    await expect(serve(createApp(), options as never)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: `invalid serve: received ${JSON.stringify(options)}; expected { port: 3000 }`,
    });
  });

  it.each([null, []])('refuses %j instead of options', async (options) => {
    await expect(serve(createApp(), options as never)).rejects.toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: 'serve' }),
    );
  });

  it('accepts PORT up to 65535', async () => {
    const before = process.env['PORT'];
    process.env['PORT'] = '65535';
    const server = await serve(createApp()).catch((error: unknown) => error);
    if (before === undefined) delete process.env['PORT'];
    else process.env['PORT'] = before;
    // Another program may have the port.
    if (server instanceof Error) expect(codeOf(server)).toBe('PORT_IN_USE');
    else await (server as ServerHandle).close();
  });
});

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown }).code;
}
