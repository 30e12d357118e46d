import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { errorEvent } from '@mortise/base/adapter';
import type { ResponseInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { ask, client, closeClients } from '../../test/http2-client.js';
import { answer, closeServers, serving, sleep } from '../../test/serving.js';
import { waitFor, waitForEvent } from '../../test/wait-for.js';
import { get, lastGet, readResponses, talk, Wire } from '../../test/wire.js';
import { serve } from '../index.js';
import { overloadGuard, type OverloadOptions } from './overload-guard.js';

// The clock stands still unless a test moves it, however late a busy machine makes the event loop.
let now = 0;
const watched: Server[] = [];
beforeEach(() => {
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const server of watched.splice(0)) server.emit('close');
  closeClients();
  return closeServers();
});

/** Holds the looks of the servers that begin to listen from then on. @returns makes each of them look once */
function heldLooks(): () => void {
  const looks: (() => void)[] = [];
  const { setInterval } = globalThis;
  jest.spyOn(globalThis, 'setInterval').mockImplementation(((call: () => void, ms: number) => {
    if (ms !== 100) return setInterval(call, ms);
    looks.push(call);
    return setInterval(() => undefined, 60_000);
  }) as typeof setInterval);
  return () => {
    for (const look of looks) look();
  };
}

/** A guard of a server that has begun to listen. */
function watching(options: OverloadOptions) {
  const guard = overloadGuard({ handle: () => answer() }, options, () => undefined);
  const server = createServer();
  guard.watch(server);
  now = 0;
  server.emit('listening');
  watched.push(server);
  return { guard, server, request: factories.createServerRequest('GET', '/') };
}

/** Of a connection that is kept. */
async function next(wire: Wire, path: string): Promise<{ status?: number; retry?: unknown }> {
  const before = wire.heard.length;
  wire.send(get(path));
  await wire.hear((text) => readable(text.slice(before)));
  const [response] = readResponses(wire.heard.slice(before), false);
  return { status: response?.status ?? 0, retry: response?.fields.get('retry-after') };
}

function readable(text: string): boolean {
  return text.includes('\r\n\r\n') && readResponses(text, false)[0]?.complete === true;
}

describe('an overloaded server', () => {
  it('refuses requests that arrive during a turn of the event loop that took too long', async () => {
    const overload = { loopDelay: 500, retryAfter: 7 };
    const { port, errors } = await serving(
      (request) => {
        if (request.getRequestTarget() === '/block') now += 900;
        return answer('hello');
      },
      { overload },
    );
    const [blocking, other] = [new Wire(port), new Wire(port)];
    await Promise.all([next(blocking, '/'), next(other, '/')]);
    const answers = await Promise.all([next(blocking, '/block'), next(other, '/')]);
    expect(answers).toEqual([{ status: 200 }, { status: 503, retry: ['7'] }]);
    await waitFor(() => errors.length > 0);
    expect(errors).toMatchObject([{ code: 'OVERLOADED' }]);
    await sleep(150); // the next look finds the loop in time
    expect(await next(other, '/')).toEqual({ status: 200 });
    for (const wire of [blocking, other]) wire.destroy();
  });

  it('refuses requests while too many handlers run, and reports it once until it has ended', async () => {
    const look = heldLooks();
    const waiting: (() => void)[] = [];
    const { port, errors } = await serving(
      (request) =>
        request.getRequestTarget() === '/wait'
          ? new Promise((resolve) =>
              waiting.push(() => {
                resolve(answer('waited'));
              }),
            )
          : answer('hello'),
      { overload: { handlers: 2 } },
    );
    const waiters = [new Wire(port).send(get('/wait')), new Wire(port).send(get('/wait'))];
    await waitFor(() => waiting.length === 2);
    const refusals = async (count: number): Promise<unknown[]> => {
      const statuses: unknown[] = [];
      for (let index = 0; index < count; index++) {
        const [response] = readResponses(await talk(port, lastGet()), true);
        statuses.push(response?.status, response?.fields.get('retry-after'));
      }
      return statuses;
    };
    const refused = { code: 'OVERLOADED', message: expect.stringContaining('2 handlers') };
    expect(await refusals(3)).toEqual([503, ['5'], 503, ['5'], 503, ['5']]);
    expect(errors).toMatchObject([refused]);
    look();
    expect(await refusals(1)).toEqual([503, ['5']]);
    expect(errors).toMatchObject([refused]);
    look();
    look(); // no request was refused since the previous one
    expect(await refusals(1)).toEqual([503, ['5']]);
    expect(errors).toMatchObject([refused, refused]);
    waiting[0]?.();
    await waiters[0]?.hear((text) => text.includes('waited'));
    expect(await talk(port, lastGet())).toContain('hello');
    for (const wire of waiters) wire.destroy();
  });

  it('reports an overload once, however long it lasts, and the next one again', async () => {
    const errors: unknown[] = [];
    const handler = { handle: () => answer('not called') };
    const guard = overloadGuard(handler, { handlers: 0 }, (error) => errors.push(error));
    const server = createServer().listen(0, '127.0.0.1');
    guard.watch(server);
    await waitForEvent('the server to listen', once(server, 'listening'));
    const request = factories.createServerRequest('GET', '/');
    let looks = 0;
    const counting = setInterval(() => looks++, 100);
    const refuse = async (until: number) => {
      do {
        try {
          await guard.handle(request);
        } catch (error) {
          guard.report(error, errorEvent('handler', 503, null));
        }
        await new Promise((resolve) => setImmediate(resolve));
      } while (looks < until);
    };
    await refuse(4);
    expect(errors).toHaveLength(1);
    await waitFor(() => looks === 8);
    await refuse(0);
    expect(errors).toHaveLength(2);
    clearInterval(counting);
    server.close();
  });

  it('does not count handlers that have failed', async () => {
    const { port } = await serving(
      (request) =>
        request.getRequestTarget() === '/' ? answer('hello') : Promise.reject(new Error('failed')),
      { overload: { handlers: 1 } },
    );
    expect(await talk(port, lastGet('/fail'))).toContain(' 500 ');
    expect(await talk(port, lastGet())).toContain('hello');
  });

  it('counts each handler that has ended once, so that the limit stays', async () => {
    const waiting: (() => void)[] = [];
    const handle = (): Promise<ResponseInterface> =>
      new Promise((resolve) => {
        waiting.push(() => {
          resolve(answer('waited'));
        });
      });
    const guard = overloadGuard({ handle }, { handlers: 1 }, () => undefined);
    const request = factories.createServerRequest('GET', '/');
    const first = guard.handle(request);
    waiting[0]?.();
    await first;
    await new Promise((resolve) => setImmediate(resolve));
    void guard.handle(request);
    expect(() => guard.handle(request)).toThrow('1 handlers are running');
  });

  it('discards what a refused client still sends, and continues', async () => {
    const { port } = await serving(() => answer('hello'), { overload: { handlers: 0 } });
    const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n';
    const text = await talk(port, post + 'x'.repeat(100_000) + lastGet());
    expect(readResponses(text, true).map(({ status }) => status)).toEqual([503, 503]);
  });

  it('also refuses requests over HTTP/2', async () => {
    const { url } = await serving(() => answer('hello'), {
      http2: true,
      overload: { handlers: 0 },
    });
    const { status, headers } = await ask(client(url));
    expect([status, headers['retry-after']]).toEqual([503, '5']);
  });

  it.each<[string, OverloadOptions, number]>([
    ['loopDelay', { loopDelay: 500 }, 500],
    ['a second by default', {}, 1_000],
  ])('refuses requests once its event loop is more than %s late', async (_, options, limit) => {
    const { guard, request } = watching(options);
    now = 100 + limit;
    expect((await guard.handle(request)).getStatusCode()).toBe(200);
    now++;
    expect(() => guard.handle(request)).toThrow(
      expect.objectContaining({
        code: 'OVERLOADED',
        status: 503,
        message: `requests are refused: the event loop is ${limit + 1} ms late`,
      }),
    );
  });

  it('has one timer from when it listens until it is closed', () => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    try {
      const { server } = watching({});
      const listening = jest.getTimerCount();
      server.emit('close');
      expect([listening, jest.getTimerCount()]).toEqual([1, 0]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('refuses nothing by default', async () => {
    const { port } = await serving(() => answer('hello'), { overload: {} });
    expect(await talk(port, lastGet())).toContain('hello');
  });

  it.each([{ loopDelay: -1 }, { handlers: Number.NaN }, { retryAfter: 1.5 }])(
    'refuses the option %j',
    async (overload) => {
      const handler = { handle: () => answer('hello') };
      await expect(serve(handler, { factories, port: 0, overload })).rejects.toMatchObject({
        code: 'OPTION_INVALID',
      });
    },
  );
});
