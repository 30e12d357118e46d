import { afterEach, describe, expect, it } from '@jest/globals';
import { type AppInterface, createApp as createAppB, type ParseBody } from '@mortise/app';
import { UNPARSED_BODY } from '@mortise/base/keys';
import { parseBody } from '@mortise/base/message';
import { bodyParser } from '@mortise/body-parsers';
import { withDefaults } from '@mortise/body-parsers/defaults';
import type { MiddlewareInterface, ServerRequestInterface } from '@mortise/http-message';
import { createTemporaryStorage, factories } from '@mortise/message/node';
import { serve, type ServerHandle } from '@mortise/node';
import { createApp, doublePass, type Slim3Middleware } from '../src/index.js';

const running: ServerHandle[] = [];
afterEach(() => Promise.all(running.splice(0).map((server) => server.close())));

const storage = createTemporaryStorage();
const createBodyParser = (options: object, path: string): ParseBody =>
  bodyParser(withDefaults(options, { factories, storage }, path), path);

/** Old middleware that reads nothing of the body, and one that notes what has been parsed outside it. */
const pass: Slim3Middleware = (request, response, next) => next(request, response);
const noting =
  (seen: unknown[]): Slim3Middleware =>
  (request, response, next) => {
    seen.push(request.getParsedBody(), request.getParam('q'));
    return next(request, response);
  };

interface Sent {
  readonly seen: readonly unknown[];
  readonly status: number;
  readonly answer: unknown;
}

const form = () => {
  const data = new FormData();
  data.set('title', 'Emma');
  data.set('cover', new Blob(['PNG']), 'cover.png');
  return data;
};
const KINDS: readonly [kind: string, body: () => RequestInit, parsed: unknown][] = [
  [
    'JSON',
    () => ({ body: '{"title":"Emma"}', headers: { 'Content-Type': 'application/json' } }),
    { title: 'Emma' },
  ],
  ['a form', () => ({ body: new URLSearchParams({ title: 'Emma' }) }), { title: 'Emma' }],
  ['a multipart form', () => ({ body: form() }), { title: 'Emma', files: ['cover'] }],
  ['no body', () => ({}), null],
];

const shown = (request: ServerRequestInterface): unknown => {
  const files = Object.keys(request.getUploadedFiles());
  const parsed = request.getParsedBody();
  return files.length === 0 ? parsed : { ...parsed, files };
};

/** Sends one request to a new application that is set up by `define`, whose route sends what has been parsed. */
async function post(
  init: RequestInit,
  define: (app: AppInterface, old: MiddlewareInterface, seen: unknown[]) => void,
  options: { readonly body?: object } = { body: {} },
  reads = true,
): Promise<Sent> {
  const app = createAppB({ factories, createBodyParser, ...options });
  const seen: unknown[] = [];
  define(app, doublePass(reads ? noting(seen) : pass, { factories }), seen);
  return { seen, ...(await sent(app, init)) };
}

async function sent(app: AppInterface, init: RequestInit): Promise<Omit<Sent, 'seen'>> {
  const server = await serve(app, { factories, port: 0, closeTimeout: 200 });
  running.push(server);
  const response = await fetch(`${server.url}/?q=1`, { method: 'POST', ...init });
  const text = await response.text();
  return { status: response.status, answer: response.ok ? (JSON.parse(text) as unknown) : text };
}

const route = (app: AppInterface) =>
  app.post('/', async (request, response) => {
    response.getBody().write(JSON.stringify(shown(await parseBody(request))));
    return response;
  });

describe.each(KINDS)(
  'middleware of Slim 3 in an application of variant B, with %s,',
  (_kind, init, parsed) => {
    it.each([
      ['that reads the parsed body', true],
      ['that does not', false],
    ])('as a layer of the application %s passes the body on', async (_how, reads) => {
      const result = await post(
        init(),
        (app, old) => {
          route(app);
          app.add(old);
        },
        { body: {} },
        reads,
      );
      expect(result).toEqual({ seen: reads ? [null, '1'] : [], status: 200, answer: parsed });
    });

    it('as a layer of a group passes the body on', async () => {
      const result = await post(init(), (app, old) => {
        app.group('', (group) => void route(group as AppInterface)).add(old);
      });
      expect(result).toMatchObject({ status: 200, answer: parsed });
    });

    it('leaves the body to addBodyParsingMiddleware inside it', async () => {
      const define = (app: AppInterface, old: MiddlewareInterface): void => {
        route(app);
        app.addBodyParsingMiddleware();
        app.add(old);
      };
      expect(await post(init(), define, {})).toEqual({
        seen: [null, '1'],
        status: 200,
        answer: parsed,
      });
    });

    it('leaves the body to a layer inside it that awaits parseBody()', async () => {
      const inside: unknown[] = [];
      const result = await post(init(), (app, old) => {
        route(app);
        app.add(async (request, handler) => {
          const read = await parseBody(request);
          inside.push(shown(read));
          return handler.handle(read);
        });
        app.add(old);
      });
      expect(result).toEqual({ seen: [null, '1'], status: 200, answer: parsed });
      expect(inside).toEqual([parsed]);
    });

    it('gets what was parsed outside it', async () => {
      const result = await post(init(), (app, old) => {
        route(app);
        app.add(old);
        app.add(async (request, handler) => handler.handle(await parseBody(request)));
      });
      expect(result).toMatchObject({ status: 200, answer: parsed });
      expect(result.seen[0]).toEqual(parsed === null ? null : { title: 'Emma' });
    });
  },
);

it('middleware of Slim 3 notes a body that was not parsed if it reads it, and only then', async () => {
  const read: unknown[] = [];
  const noted = async (reads: boolean): Promise<unknown> => {
    read.length = 0;
    const json = { body: '{"title":"Emma"}', headers: { 'Content-Type': 'application/json' } };
    const { status } = await post(
      json,
      (app, old) => {
        route(app);
        app.add(old);
        app.add((request, handler) => {
          request.getLifetime().setValue(UNPARSED_BODY, (inner) => read.push(inner.getMethod()));
          return handler.handle(request);
        });
      },
      { body: {} },
      reads,
    );
    return [status, ...read];
  };
  expect(await noted(false)).toEqual([200]);
  expect(await noted(true)).toEqual([200, 'POST', 'POST']);
});

it('a parser that middleware of Slim 3 registers does not take the body from the application', async () => {
  const json = { body: '{"title":"Emma"}', headers: { 'Content-Type': 'application/json' } };
  const registering: Slim3Middleware = (request, response, next) => {
    request.registerMediaTypeParser('text/csv', (text) => text.split(','));
    return next(request, response);
  };
  const { status, answer } = await post(json, (app) => {
    route(app);
    app.add(doublePass(registering, { factories }));
  });
  expect([status, answer]).toEqual([200, { title: 'Emma' }]);
});

describe('an application of variant A that is mounted in one of variant B', () => {
  const old = () => {
    const app = createApp({
      factories,
      temporaryStorage: storage,
      parsers: { 'text/csv': (text) => text.split(',') },
    });
    app.any('/', (request, response) => response.withJson([request.getMethod(), shown(request)]));
    return app;
  };

  it.each(KINDS)('gets the body of an application that parses %s', async (_kind, init, parsed) => {
    const result = await post(init(), (app) => {
      app.any('/', old());
      app.add(async (request, handler) => handler.handle(await parseBody(request)));
    });
    expect(result).toMatchObject({ status: 200, answer: ['POST', parsed] });
  });

  it.each(KINDS)('parses %s itself inside middleware of Slim 3', async (_kind, init, parsed) => {
    const result = await post(init(), (app, layer) => {
      app.any('/', old());
      app.add(layer);
    });
    expect(result).toEqual({ seen: [null, '1'], status: 200, answer: ['POST', parsed] });
  });

  it('uses its own parsers and method override inside middleware of Slim 3', async () => {
    const mounted = (app: AppInterface, layer: MiddlewareInterface): void => {
      app.any('/', old());
      app.add(layer);
    };
    const csv = await post({ body: 'a,b', headers: { 'Content-Type': 'text/csv' } }, mounted);
    expect(csv.answer).toEqual(['POST', ['a', 'b']]);
    const put = await post({ body: new URLSearchParams({ _METHOD: 'PUT' }) }, mounted);
    expect(put.answer).toEqual(['PUT', { _METHOD: 'PUT' }]);
  });

  it('keeps the response that middleware of Slim 3 passes to it', async () => {
    const app = createAppB({ factories });
    app.any('/', old());
    const naming: Slim3Middleware = (request, response, next) =>
      next(request, response.withHeader('X-Outer', '1'));
    app.add(doublePass(naming, { factories }));
    const request = factories.createServerRequest('GET', '/');
    expect((await app.handle(request)).getHeaderLine('X-Outer')).toBe('1');
  });
});

it('an application of variant A that is mounted in one of variant B notes that it parses bodies', async () => {
  const read: unknown[] = [];
  const mounted = createApp({ factories });
  mounted.post('/', (request, response) => response.withJson(request.getParsedBody()));
  const json = { body: '{"title":"Emma"}', headers: { 'Content-Type': 'application/json' } };
  const { answer } = await post(json, (app) => {
    app.post('/', mounted);
    app.add((request, handler) => {
      request.getLifetime().setValue(UNPARSED_BODY, (inner) => read.push(inner.getMethod()));
      return handler.handle(request);
    });
  });
  expect([answer, read]).toEqual([{ title: 'Emma' }, []]);
});
