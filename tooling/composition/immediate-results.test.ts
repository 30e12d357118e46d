/**
 * A callback whose result is used immediately refuses a promise by its name: an async function would otherwise mean
 * "yes", or an object without members. What the promise rejects with does not end the process.
 */
import { describe, expect, it } from '@jest/globals';
import { basicAuth, bearerAuth, requireScope } from '@mortise/auth';
import { fetchTransport } from '@mortise/client';
import { compression } from '@mortise/compression/node';
import { cors } from '@mortise/cors';
import { toFetchHandler } from '@mortise/fetch';
import type { LogContext, LoggerInterface, MiddlewareInterface } from '@mortise/http-message';
import { idempotency } from '@mortise/idempotency';
import { proxy } from '@mortise/proxy';
import { rateLimit } from '@mortise/rate-limit';
import { accessLog, requestId, serverTiming, serverTimingHeader } from '@mortise/request-log';
import { staticFiles } from '@mortise/static/node';
import { memoryStore } from '@mortise/store';
import { view } from '@mortise/view';
import { createApp, factories, text } from 'mortise';
import { overSocket } from 'mortise/testing';
import { unhandledRejectionsOf } from '../testing/unhandled-rejections.js';

/** An async function in the place of any callback. */
type Late = () => never;

const late: readonly (readonly [string, Late])[] = [
  ['fulfilled', () => Promise.resolve(false) as never],
  ['rejected', () => Promise.reject(new Error('late')) as never],
];
const store = memoryStore();
const policies = [{ name: 'a', limit: 9, window: 60 }];
const target = 'http://127.0.0.1:9';

const layers: Readonly<Record<string, (call: Late) => MiddlewareInterface>> = {
  'rateLimit.key': (key) => rateLimit({ store, policies, key }),
  'rateLimit.cost': (cost) => rateLimit({ store, policies, cost }),
  'compression.types': (types) => compression({ types }),
  'compression.compress': (compress) => compression({ compress }),
  'serverTimingHeader.allow': (allow) => serverTimingHeader({ allow }),
  'requestId.create': (create) => requestId({ create }),
  'idempotency.scope': (scope) => idempotency({ store, scope }),
  'cors.methods': (methods) => cors({ origins: '*', methods }),
  'basicAuth.scopes': (scopes) => basicAuth({ realm: 'a', verify: () => true, scopes }),
  'bearerAuth.scopes': (scopes) => bearerAuth({ verify: () => true, scopes }),
  'staticFiles.cacheControl': (cacheControl) =>
    staticFiles({ root: import.meta.dirname, prefix: '/files', cacheControl }),
  'proxy.rewrite': (rewrite) => proxied({ rewrite }),
  'proxy.headers': (given) => proxied({ headers: given }),
  'view.helpers': (helpers) => {
    const pages = view({ engine: { render: () => '' }, helpers });
    return { process: async (request) => pages.render(request, factories.createResponse(), 'a') };
  },
};

function proxied(options: object): MiddlewareInterface {
  const handler = proxy({ target, ...options });
  return { process: (request) => handler.handle(request) };
}

const headers = {
  'Idempotency-Key': '"k"',
  'Accept-Encoding': 'gzip',
  Origin: 'https://a.example',
};

/** A logger that collects errors. */
function loggerOf(errors: unknown[]): LoggerInterface {
  return {
    error: (_line, context) => void errors.push(context?.['exception']),
    info: () => undefined,
  };
}

/** The error of a request over a socket, for an application with a layer. */
async function refusedBy(option: string, layer: MiddlewareInterface): Promise<unknown> {
  const errors: unknown[] = [];
  const app = createApp({
    logger: loggerOf(errors),
    layers: [layer],
  });
  app.any('/', (request, response) => {
    serverTiming(request).start('a')();
    return text(response, 'x'.repeat(2_000));
  });
  if (option.endsWith('.scopes')) app.any('/scoped', (_q, r) => r).add(requireScope('a'));
  const client = overSocket(app);
  const [method, path, more] = requestFor(option);
  const response = await client.request(method, path, { headers: { ...headers, ...more } });
  await client.close();
  expect(response.getStatusCode()).toBe(500);
  return errors[0];
}

function requestFor(option: string): [string, string, Record<string, string>] {
  if (option === 'cors.methods')
    return ['OPTIONS', '/', { 'Access-Control-Request-Method': 'PUT' }];
  if (option.endsWith('.scopes')) {
    const credentials = option.startsWith('basic') ? `Basic ${btoa('a:b')}` : 'Bearer t';
    return ['GET', '/scoped', { Authorization: credentials }];
  }
  if (option.startsWith('static')) return ['GET', '/files/immediate-results.test.ts', {}];
  return ['POST', '/', {}];
}

describe.each(late)('a promise that is %s', (_how, call) => {
  it.each(Object.entries(layers))('is refused as the result of %s', async (option, create) => {
    const unhandled = await unhandledRejectionsOf(async () => {
      const error = await refusedBy(option, create(call));
      expect(error).toMatchObject({ code: 'OPTION_INVALID', option });
      expect(error).toHaveProperty(
        'message',
        `invalid ${option}: received a promise; expected a function that returns no promise`,
      );
    });
    expect(unhandled).toEqual([]);
  });

  it.each(['clientOf', 'prefixOf', 'attributesOf'])(
    'is refused as the result of toFetchHandler.%s',
    async (name) => {
      const errors: unknown[] = [];
      const app = createApp({ logger: loggerOf(errors) });
      app.get('/', (request, response) =>
        text(response, JSON.stringify({ ...request.getServerParams() })),
      );
      const onError = (error: unknown): void => void errors.push(error);
      const unhandled = await unhandledRejectionsOf(async () => {
        const handle = toFetchHandler(app, { onError, [name]: call });
        expect((await handle(new Request('http://a.test/'))).status).toBe(500);
      });
      expect(errors).toEqual([expect.objectContaining({ option: `toFetchHandler.${name}` })]);
      expect(unhandled).toEqual([]);
    },
  );

  it('is refused as the headers of fetchTransport', async () => {
    const unhandled = await unhandledRejectionsOf(async () => {
      const send = fetchTransport({ headers: call });
      const sent = async () => send({ method: 'GET', url: target, headers: {} } as never);
      await expect(sent()).rejects.toMatchObject({ option: 'fetchTransport.headers' });
    });
    expect(unhandled).toEqual([]);
  });

  it.each(['fields', 'skip'])('is noted in the line instead of accessLog.%s', async (name) => {
    const lines: (LogContext | undefined)[] = [];
    const logger = {
      error: () => undefined,
      info: (_line: string, c?: LogContext) => void lines.push(c),
    };
    const app = createApp({ layers: [accessLog(logger, { [name]: call })] });
    app.get('/', (_request, response) => text(response, 'body'));
    const unhandled = await unhandledRejectionsOf(async () => {
      const client = overSocket(app);
      expect((await client.get('/')).getStatusCode()).toBe(200);
      await client.close();
    });
    expect(lines).toEqual([
      expect.objectContaining({
        path: '/',
        exception: expect.objectContaining({ option: `accessLog.${name}` }),
      }),
    ]);
    expect(unhandled).toEqual([]);
  });
});
