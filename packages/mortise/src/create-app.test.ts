import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BodyReader } from '@mortise/body-parsers';
import { factories as plainFactories } from '@mortise/message-plain/node';
import {
  bodyParsing,
  createApp,
  factories,
  json,
  serve,
  type ServerHandle,
  type ServerRequestInterface,
} from './index.js';
import { AppFactory } from './slim/index.js';
import { inProcess } from './testing/index.js';

const variables = ['NODE_ENV', 'PORT'] as const;
const before = variables.map((name) => process.env[name]);
const emitWarning = process.emitWarning.bind(process);
let warnings: string[] = [];

beforeEach(() => {
  for (const name of variables) Reflect.deleteProperty(process.env, name);
  warnings = [];
  process.emitWarning = (message: Error | string) => void warnings.push(String(message));
});
afterEach(() => {
  process.emitWarning = emitWarning;
  for (const [index, name] of variables.entries()) {
    if (before[index] === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = before[index];
  }
});

it.each([1, null, ['text/csv']])('addBodyParsingMiddleware refuses the parsers %j', (parsers) => {
  expect(() => createApp().addBodyParsingMiddleware(parsers as never)).toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID', option: 'addBodyParsingMiddleware' }),
  );
});

describe('createApp', () => {
  const warned = async (options: Parameters<typeof createApp>[0]) => {
    const app = createApp({
      logger: { error: () => undefined, info: () => undefined },
      ...options,
    });
    app.post('/', (request, response) => json(response, request.getParsedBody()));
    await inProcess(app).post('/', { json: [1] });
    return warnings.length;
  };

  it.each<[string | undefined, boolean | undefined, number]>([
    [undefined, undefined, 1],
    ['development', undefined, 1],
    ['test', false, 1],
    ['production', undefined, 0],
    ['production', false, 0],
    ['production', true, 1],
    ['Production', undefined, 1],
  ])('under NODE_ENV %j with details %j warns %d times', async (env, details, times) => {
    if (env !== undefined) process.env['NODE_ENV'] = env;
    expect(await warned(details === undefined ? {} : { errors: { details } })).toBe(times);
  });

  it('warns without its own error handling only outside production', async () => {
    expect(await warned({ errors: false })).toBe(1);
    warnings = [];
    process.env['NODE_ENV'] = 'production';
    expect(await warned({ errors: false })).toBe(0);
  });

  it('has the messages of its options, otherwise those with files, even for parsed bodies', () => {
    expect(createApp().factories).toBe(factories);
    expect(createApp({ factories: plainFactories }).factories).toBe(plainFactories);
  });

  it('parses bodies with its options, to which those of the middleware are added', async () => {
    const parsers = { 'text/a': () => ['body'], 'text/b': () => ['body'] };
    const app = createApp({ body: { parsers, maxBytes: 3 } });
    app.addBodyParsingMiddleware({ 'text/b': () => ['own'], 'text/c': () => ['own'] });
    app.post('/', (request, response) => json(response, request.getParsedBody()));
    const answer = async (type: string, body = 'x') => {
      const request = { headers: { 'Content-Type': type }, body };
      const response = await inProcess(app).post('/', request);
      return response.getBody().text();
    };
    expect(await answer('text/a')).toBe('["body"]');
    expect(await answer('text/b')).toBe('["own"]');
    expect(await answer('text/c')).toBe('["own"]');
    expect(await answer('application/json', '[1]')).toBe('[1]');
  });
});

describe('AppFactory.createFromContainer', () => {
  const container = { has: (id: string) => id === 'factories', get: () => plainFactories };

  it('prefers the factories of the options, then those of the container', () => {
    expect(AppFactory.createFromContainer(container).factories).toBe(plainFactories);
    expect(AppFactory.createFromContainer(container, { factories }).factories).toBe(factories);
    const empty = { has: () => false, get: () => plainFactories };
    expect(AppFactory.createFromContainer(empty).factories).toBe(factories);
    expect(AppFactory.createFromContainer(container).getContainer()).toBe(container);
  });

  it.each([[{}], [null], [{ has: () => false }]])('refuses %j as the container', (given) => {
    for (const options of [{}, { factories }]) {
      expect(() => AppFactory.createFromContainer(given as never, options)).toThrow(
        expect.objectContaining({
          code: 'OPTION_INVALID',
          option: 'createFromContainer.container',
        }),
      );
    }
  });
});

describe('bodyParsing', () => {
  const reader: BodyReader = (request) => Promise.resolve(request.withParsedBody({ read: true }));

  it('passes on its options, and has the factories of its options or those with files', async () => {
    const created: string[] = [];
    const own = {
      ...plainFactories,
      createStream: (text?: string | Uint8Array) => {
        created.push('own');
        return plainFactories.createStream(text);
      },
    };
    const parse = async (options: Parameters<typeof bodyParsing>[0], type: string) => {
      const chunks = async function* () {
        yield await Promise.resolve(Buffer.from('[1]'));
      };
      const request = factories
        .createServerRequest('POST', '/')
        .withHeader('Content-Type', type)
        .withBody(factories.createStreamFromResource(chunks()));
      let parsed: unknown;
      await bodyParsing(options).process(request, {
        handle: (inner) => {
          parsed = inner.getParsedBody();
          return factories.createResponse();
        },
      });
      return parsed;
    };
    expect(await parse({ readers: { 'text/x': reader } }, 'text/x')).toEqual({ read: true });
    expect(await parse({}, 'application/json')).toEqual([1]);
    expect(created).toEqual([]);
    expect(await parse({ factories: own }, 'application/json')).toEqual([1]);
    expect(created).toEqual(['own']);
  });
});

describe('serve', () => {
  it.each([
    ['0', true],
    ['00000', true],
    ['65536', false],
    ['000000', false],
    ['8o', false],
    ['8 ', false],
  ])('listens on PORT %j: %j', async (port, listens) => {
    process.env['PORT'] = port;
    const server = await serve(createApp(), { host: '127.0.0.1' }).catch((error: unknown) => error);
    if (server instanceof Error) {
      expect([server.message, listens]).toEqual([
        `invalid PORT "${port}": expected a number from 0 to 65535`,
        false,
      ]);
    } else {
      expect(listens).toBe(true);
      await (server as ServerHandle).close();
    }
  });

  it('listens on port 3000 if PORT is absent or empty', async () => {
    for (const port of [undefined, '']) {
      if (port !== undefined) process.env['PORT'] = port;
      const outcome = await serve(createApp(), { host: '127.0.0.1' }).catch(
        (error: unknown) => error,
      );
      // Another program may have the port.
      if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'PORT_IN_USE' });
      else {
        const server = outcome as ServerHandle;
        const { port: own } = server;
        await server.close();
        expect(own).toBe(3000);
      }
    }
  });

  it('names a handler that is absent', async () => {
    await expect(serve(undefined as never, { port: 0 })).rejects.toThrow(
      'invalid serve.handler: received undefined',
    );
  });

  it('prefers its port over PORT, and truncates a long PORT in its message', async () => {
    process.env['PORT'] = 'x'.repeat(100);
    await expect(serve(createApp())).rejects.toThrow(`invalid PORT "${'x'.repeat(80)}"`);
    const server = await serve(createApp(), { port: 0, host: '127.0.0.1' });
    expect(server.port).toBeGreaterThan(0);
    await server.close();
  });

  it.each<[string, unknown]>([
    ['parsers', null],
    ['parsers', new Map()],
    ['readers', null],
    ['readers', true],
    ['factories', {}],
  ])('refuses the body option %s with the value %p, which would be ignored', (name, value) => {
    const body = { [name]: value };
    expect(() => createApp({ body })).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        option: expect.stringMatching(`^createApp\\.body\\..*${name}$`) as unknown,
      }),
    );
    expect(() => createApp().get('/', (_request, response) => response, { body })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID' }),
    );
  });

  it.each(['xml', 'multipart'])(
    'refuses wrong options of %s for a group without routes',
    (kind) => {
      const body = { [kind]: { bogus: 1 } };
      expect(() => createApp().group('/x', () => undefined, { body })).toThrow(
        expect.objectContaining({
          code: 'OPTION_INVALID',
          option: `group("/x").body.${kind}.bogus`,
        }),
      );
    },
  );

  it('listens on the path of its options, whatever PORT is', async () => {
    process.env['PORT'] = '1';
    const path = join(tmpdir(), `mortise-${process.pid}.sock`);
    const server = await serve(createApp(), { path });
    expect([server.url, server.port]).toEqual([`unix:${path}`, 0]);
    await server.close();
    await expect(serve(createApp(), { path, port: 0 })).rejects.toMatchObject({
      ...{ code: 'OPTION_INVALID', option: 'serve.path' },
    });
  });

  it('has the factories of its options, then of the application, then those with files', async () => {
    const seen: unknown[] = [];
    const handle = (request: ServerRequestInterface) => {
      seen.push(request.constructor);
      return factories.createResponse();
    };
    const options = { port: 0, host: '127.0.0.1' };
    const rich = factories.createServerRequest('GET', '/').constructor;
    const plain = plainFactories.createServerRequest('GET', '/').constructor;
    for (const server of [
      await serve({ handle, factories: plainFactories }, { ...options, factories }),
      await serve({ handle, factories: plainFactories }, options),
      await serve(handle, options),
    ]) {
      await (await fetch(server.url, { headers: { Connection: 'close' } })).text();
      await server.close();
    }
    expect(seen).toEqual([rich, plain, rich]);
  });
});
