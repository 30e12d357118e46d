/** The handler on other adapters, in variant A, with hints, and with a dispatcher of the application. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import type { DispatchedHandler, DispatcherInterface } from '@mortise/base/dispatcher';
import { OptionError } from '@mortise/base/options';
import { toFetchHandler } from '@mortise/fetch';
import { sendEarlyHints } from '@mortise/node';
import { createApp } from 'mortise';
import { inProcess } from 'mortise/testing';
import { factories as variantFactories } from '@mortise/message';
import { Agent, Client, interceptors, Pool } from 'undici';
import { unhandledRejectionsOf } from '../../../tooling/testing/unhandled-rejections.js';
import { waitFor, waitForEvent } from '../../../tooling/testing/wait-for.js';
import { proxy, ProxyError, type ProxyOptions } from '../src/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { closeServers, send, served, upstream } from './served.js';

afterEach(closeServers);

const quiet = { logger: { error: () => undefined, info: () => undefined } };

describe.each(implementations)('with %s', (_, factories) => {
  it('serves a fetch adapter', async () => {
    const target = await upstream((incoming, outgoing) => void incoming.pipe(outgoing));
    const app = createApp({ factories, ...quiet });
    const handler = proxy({ target });
    app.any('/{path:.*}', (received) => handler.handle(received));
    const init = { method: 'POST', body: 'over fetch' };
    const response = await toFetchHandler(app)(new Request('http://a.example/', init));
    expect([response.status, await response.text()]).toEqual([200, 'over fetch']);
    await handler.close();
  });

  it('passes early hints, if it is told how', async () => {
    const link = '</a.css>; rel=preload; as=style';
    const target = await upstream((_incoming, outgoing) => {
      outgoing.writeProcessing();
      outgoing.writeEarlyHints({ link: [link, '</b.js>; rel=preload; as=script'] }, () =>
        outgoing.end('page'),
      );
    });
    const { url } = await served({ target, earlyHints: sendEarlyHints }, factories);
    const sent = httpRequest(url).end();
    const hints: unknown[] = [];
    sent.on('information', ({ statusCode, headers }) => hints.push([statusCode, headers['link']]));
    const [response] = (await waitForEvent('the response', once(sent, 'response'))) as [
      { statusCode: number },
    ];
    expect(response.statusCode).toBe(200);
    expect(hints).toEqual([[103, `${link}, </b.js>; rel=preload; as=script`]]);
    const { url: without } = await served({ target }, factories);
    expect(await send(without, '/')).toMatchObject({ status: 200, body: 'page' });
  });

  it('passes the response of a target whose early hint is refused later, and leaves no rejection', async () => {
    const target = await upstream((_incoming, outgoing) => {
      outgoing.writeEarlyHints({ link: '</a.css>; rel=preload; as=style' }, () =>
        outgoing.end('page'),
      );
    });
    const earlyHints = () => Promise.reject(new Error('too late'));
    const { url } = await served({ target, earlyHints }, factories);
    const rejections = await unhandledRejectionsOf(async () => {
      expect(await send(url, '/')).toMatchObject({ status: 200, body: 'page' });
    });
    expect(rejections).toEqual([]);
  });

  it.each([
    ['longer', '2'],
    ['shorter', '200'],
  ])('says that a body is %s than the Content-Length that a layer left', async (_than, length) => {
    const target = await upstream((_incoming, outgoing) => outgoing.end());
    const logged: unknown[] = [];
    let left = false;
    const error = (message: string): void => void logged.push(message);
    const app = createApp({ factories, logger: { ...quiet.logger, error } });
    const handler = proxy({ target });
    app.post('/', (received) => {
      async function* parts() {
        try {
          yield await Promise.resolve('one part,');
          yield 'and another';
        } finally {
          left = true;
        }
      }
      const body = factories.createStreamFromResource(parts());
      return handler.handle(received.withBody(body).withHeader('Content-Length', length));
    });
    expect((await inProcess(app).post('/', { body: 'ab' })).getStatusCode()).toBe(500);
    expect(logged).toEqual([
      '500 RequestContentLengthMismatchError: Request body length does not match content-length header',
    ]);
    await waitFor(() => left);
    await handler.close();
  });

  it('sends requests with the given dispatcher, and leaves it open', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
    const socketPath = join(folder, 'socket');
    const server = createServer((_incoming, outgoing) => outgoing.end('from a Unix socket'));
    server.listen(socketPath);
    await once(server, 'listening');
    const dispatcher = new Client('http://localhost', { socketPath });
    const app = createApp({ factories, ...quiet });
    const handler = proxy({ target: 'http://localhost', dispatcher });
    app.get('/', (received) => handler.handle(received));
    await handler.close();
    const response = await inProcess(app).get('/');
    expect(await response.getBody().text()).toBe('from a Unix socket');
    await dispatcher.close();
    server.close();
    rmSync(folder, { recursive: true });
  });

  it('passes responses that an interceptor has replaced', async () => {
    const target = await upstream((_incoming, outgoing) => outgoing.end('original'));
    const agent = new Agent();
    const dispatcher = agent.compose((dispatch) => (options, given) => {
      return dispatch(options, {
        ...{ onRequestStart: (controller, context) => given.onRequestStart?.(controller, context) },
        onResponseStart: (controller, status) => {
          const replaced = {
            ...controller,
            ...{ rawHeaders: null, abort: () => undefined, pause: () => undefined },
            resume: () => undefined,
          };
          const headers = { 'x-by': ['a', 'b'], 'x-c': 'd' };
          given.onResponseStart?.(replaced, status, headers, 'OK');
        },
        onResponseData: (controller, chunk) => given.onResponseData?.(controller, chunk),
        onResponseEnd: (controller, trailers) => given.onResponseEnd?.(controller, trailers),
        onResponseError: (controller, error) => given.onResponseError?.(controller, error),
      });
    });
    const { url } = await served({ target, dispatcher }, factories);
    const { raw, body } = await send(url, '/');
    expect(raw.slice(raw.indexOf('x-by'), raw.indexOf('x-by') + 6)).toEqual([
      'x-by',
      'a',
      'x-by',
      'b',
      'x-c',
      'd',
    ]);
    expect(body).toBe('original');
    await agent.close();
  });

  it('passes repeated headers through a pool that was composed with an interceptor', async () => {
    const target = await upstream((_incoming, outgoing) => {
      outgoing.writeHead(200, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']).end();
    });
    const dispatcher = new Agent({
      factory: (origin, options) => new Pool(origin, options).compose(interceptors.redirect()),
    });
    const { url } = await served({ target, dispatcher }, factories);
    expect((await send(url, '/')).headers['set-cookie']).toEqual(['a=1', 'b=2']);
    await dispatcher.close();
  });

  it('closes its connections when they are idle', async () => {
    const target = await upstream((_incoming, outgoing) => outgoing.end());
    const app = createApp({ factories, ...quiet });
    const handler = proxy({ target });
    app.get('/', (received) => handler.handle(received));
    expect((await inProcess(app).get('/')).getStatusCode()).toBe(200);
    await handler.close();
    const after = await inProcess(app).get('/');
    expect(after.getStatusCode()).toBe(502);
    await handler.close();
  });
});

describe('a timeout', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** A proxy that waits for its target, and what its dispatcher calls. */
  async function waiting(headers: Readonly<Record<string, string>>) {
    const given: DispatchedHandler[] = [];
    const dispatcher: DispatcherInterface<Readable | Uint8Array> = {
      dispatch: (_request, exchange) => given.push(exchange) > 0,
    };
    const handler = proxy({ target: 'http://localhost', dispatcher, upgrades: true });
    let request = variantFactories.createServerRequest('GET', 'https://h.test/');
    for (const [name, value] of Object.entries(headers)) request = request.withHeader(name, value);
    const response = Promise.resolve(handler.handle(request));
    while (jest.getTimerCount() === 0) await Promise.resolve();
    return { given: given[0] as DispatchedHandler, response };
  }
  const controller = { abort: () => undefined, pause: () => undefined, resume: () => undefined };

  it('of a connection ends with a request that fails', async () => {
    const { given, response } = await waiting({});
    given.onResponseError(controller, new Error('refused'));
    await expect(response).rejects.toMatchObject({ status: 502 });
    expect(jest.getTimerCount()).toBe(0);
  });

  it('of a response after interim ones ends with an upgrade', async () => {
    const { given, response } = await waiting({
      ...{ Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' },
      'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    });
    given.onRequestStart(controller);
    given.onResponseStart(controller, 103, {});
    expect(jest.getTimerCount()).toBe(1);
    given.onRequestUpgrade?.(controller, 101, { upgrade: 'websocket' }, new PassThrough());
    expect([(await response).getStatusCode(), jest.getTimerCount()]).toEqual([101, 0]);
  });
});

it('is a handler of variant A', async () => {
  const target = await upstream((_incoming, outgoing) => outgoing.end('for variant A'));
  const app = createVariantA({ factories: variantFactories });
  const handler = proxy({ target });
  app.get('/', (received) => handler.handle(received));
  const request = variantFactories.createServerRequest('GET', '/');
  const response = await app.handle(request);
  expect(await response.getBody().text()).toBe('for variant A');
  await request.getLifetime().end();
  await handler.close();
});

describe('options', () => {
  it.each<[string, unknown]>([
    ['target', undefined],
    ['target', '10.0.0.5'],
    ['target', 'ftp://10.0.0.5'],
    ['target', 'http://user:secret@10.0.0.5'],
    ['target', 'http://10.0.0.5/?a=b'],
    ['target', 'http://10.0.0.5/a/../b'],
    ['rewrite', '/a'],
    ['headers', {}],
    ['forwarded', true],
    ['timeout', 0],
    ['connectTimeout', 1.5],
    ['connections', 0],
    ['upgrades', 1],
    ['earlyHints', true],
    ['dispatcher', {}],
    ['factories', {}],
    ['targets', []],
  ])('refuse %s: %j', (option, value) => {
    const options = { target: 'http://10.0.0.5', [option]: value } as ProxyOptions;
    expect(() => proxy(options)).toThrow(OptionError);
    expect(() => proxy(options)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `proxy.${option}` }),
    );
  });

  it('are named in the error if rewrite returns something else than a path', async () => {
    const handler = proxy({ target: 'http://10.0.0.5', rewrite: () => 'books' });
    const request = variantFactories.createServerRequest('GET', '/books');
    await expect(handler.handle(request)).rejects.toMatchObject({ option: 'proxy.rewrite' });
    await handler.close();
  });
});

it('says that an outage concerns every request, so that it is logged once a minute', () => {
  const OUTAGE = Symbol.for('@mortise/outage');
  const refused = ProxyError.upstream(
    Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
  );
  const reset = ProxyError.upstream(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
  expect([Reflect.get(refused, OUTAGE), Reflect.get(reset, OUTAGE)]).toEqual([true, false]);
});
