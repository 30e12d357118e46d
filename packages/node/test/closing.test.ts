import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { ErrorEvent, RequestLifetimeInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { serve } from '../src/index.js';
import { Exchange } from '../src/listener/exchange.js';
import { client, closeClients, seen } from './http2-client.js';
import { answer, bytes, closeServers, gate, serving, sleep, streamed } from './serving.js';
import { waitFor, waitForEvent } from './wait-for.js';
import { get, readResponses, Wire } from './wire.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

/** So long that a server which waits for it fails the test. */
const LONG = 100_000;

/** Events for as long as the server runs. */
async function* events({ closing }: RequestLifetimeInterface): AsyncGenerator<Uint8Array> {
  yield bytes('begin ');
  await fired(closing);
  yield bytes('end');
}

function fired(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
}

describe('closing of the lifetime of a request', () => {
  it('ends a streamed response as soon as the server begins to close', async () => {
    const server = await serving((request) => streamed(events(request.getLifetime())), {
      closeTimeout: LONG,
    });
    const wire = new Wire(server.port).send(get());
    await wire.hear((text) => text.includes('begin'));
    const closing = server.close();
    const [response] = readResponses(await wire.untilClosed(), true);
    expect([response?.body.toString(), response?.complete]).toEqual(['begin end', true]);
    await waitForEvent('the end of the server', closing);
    expect(server.errors).toEqual([]);
  });

  it('ends a streamed response over HTTP/2', async () => {
    const server = await serving((request) => streamed(events(request.getLifetime())), {
      closeTimeout: LONG,
      http2: true,
    });
    const stream = client(server.url).request({});
    const asked = seen(stream);
    await waitForEvent('the first bytes', new Promise((resolve) => stream.once('data', resolve)));
    const closing = server.close();
    expect(await asked).toMatchObject({ body: 'begin end', complete: true });
    await waitForEvent('the end of the server', closing);
    expect(server.errors).toEqual([]);
  });

  it('ends a waiting handler, with the code SERVER_CLOSED in its reason', async () => {
    let lifetime: RequestLifetimeInterface | null = null;
    const server = await serving(
      async (request) => {
        lifetime = request.getLifetime();
        await fired(lifetime.closing);
        const { code } = lifetime.closing.reason as { code: string };
        return answer(`${code} ${String(lifetime.signal.aborted)}`);
      },
      { closeTimeout: LONG },
    );
    const wire = new Wire(server.port).send(get());
    await waitFor(() => lifetime !== null);
    const closing = server.close();
    expect(await wire.untilClosed()).toMatch(/SERVER_CLOSED false$/);
    await waitForEvent('the end of the server', closing);
  });

  it('has fired for a request that arrives while the server closes', async () => {
    const held = gate();
    const fates: boolean[] = [];
    const server = await serving(
      async (request) => {
        if (request.getRequestTarget() === '/first') await held.opened;
        fates.push(request.getLifetime().closing.aborted);
        return answer();
      },
      { closeTimeout: LONG },
    );
    const first = new Wire(server.port).send(get('/first'));
    const second = new Wire(server.port).send(get('/before'));
    await second.hear((text) => text.includes('200 OK'));
    const closing = server.close({ idleTimeout: LONG });
    second.send(get('/after'));
    await second.untilClosed();
    held.open();
    await first.untilClosed();
    await waitForEvent('the end of the server', closing);
    expect(fates).toEqual([false, true, true]);
  });

  it('fires for no request that has ended on the connection', async () => {
    const begun = gate();
    const held = gate();
    const server = await serving(
      async (request) => {
        if (request.getRequestTarget() === '/running') {
          begun.open();
          await held.opened;
        } else await sleep(1);
        return answer('x');
      },
      { closeTimeout: LONG },
    );
    const wire = new Wire(server.port).send(get('/done'));
    await wire.hear((text) => text.endsWith('x'));
    wire.send(get('/running'));
    await begun.opened;
    const beginClosing = jest.spyOn(Exchange.prototype, 'beginClosing');
    const closing = server.close();
    const notified = beginClosing.mock.calls.length;
    beginClosing.mockRestore();
    held.open();
    await waitForEvent('the end of the server', closing);
    expect(notified).toBe(1);
  });

  it('fires for a stream of a synchronous handler', async () => {
    const server = await serving((request) => streamed(events(request.getLifetime())), {
      closeTimeout: LONG,
    });
    const wire = new Wire(server.port).send(get() + get());
    await wire.hear((text) => text.includes('begin'));
    await waitForEvent('the end of the server', server.close());
    expect(readResponses(wire.heard, true)[0]?.complete).toBe(true);
  });
});

describe('a streamed response that continues while the server closes', () => {
  it.each([false, true])(
    'is aborted at the deadline, and not reported (HTTP/2: %s)',
    async (http2) => {
      async function* endless(): AsyncGenerator<Uint8Array> {
        for (;;) {
          yield bytes('x');
          await sleep(5);
        }
      }
      const server = await serving(() => streamed(endless()), { closeTimeout: 60, http2 });
      if (http2) {
        const stream = client(server.url).request({});
        stream.on('error', () => undefined);
        await waitForEvent(
          'the first bytes',
          new Promise((resolve) => stream.once('data', resolve)),
        );
      } else await new Wire(server.port).send(get()).hear((text) => text.includes('x'));
      await server.close();
      await sleep(20);
      expect(server.errors).toEqual([]);
    },
  );
});

describe('what closes with a server', () => {
  it('runs after the last connection, the last registered first, the handler last, all once', async () => {
    const order: string[] = [];
    const held = gate();
    let begun = false;
    const handler = {
      handle: async () => {
        begun = true;
        await held.opened;
        order.push('response');
        return answer();
      },
      close(this: unknown) {
        order.push(this === handler ? 'handler' : 'another this');
      },
    };
    const server = await serve(handler, { factories, port: 0, closeTimeout: LONG });
    expect(() => {
      server.onClosed(undefined as never);
    }).toThrow(expect.objectContaining({ option: 'onClosed.hook' }));
    server.onClosed(() => void order.push('first'));
    server.onClosed(async () => {
      order.push('second begins');
      await sleep(5);
      order.push('second ends');
    });
    new Wire(server.port).send(get());
    await waitFor(() => begun);
    const closing = [server.close(), server.close()];
    held.open();
    await waitForEvent('the end of the server', Promise.all(closing));
    expect(order).toEqual(['response', 'second begins', 'second ends', 'first', 'handler']);
  });

  it('closes a handler that several servers serve with the last of them', async () => {
    let closed = 0;
    const handler = { handle: () => answer(), close: () => void closed++ };
    const options = { factories, port: 0 };
    const [first, second] = [await serve(handler, options), await serve(handler, options)];
    await expect(serve(handler, { factories, port: first.port })).rejects.toThrow('in use');
    await first.close();
    expect(closed).toBe(0);
    await second.close();
    expect(closed).toBe(1);
  });

  it('warns of a handler that awaits the end of its own server, and says what to write', async () => {
    const emitted = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const server = await serve(
      {
        handle: async () => {
          await server.close();
          return answer();
        },
      },
      { factories, port: 0, closeTimeout: 20 },
    );
    new Wire(server.port).send(get());
    await waitFor(() => emitted.mock.calls.length > 0);
    const [[text, options] = []] = emitted.mock.calls as unknown as [string, object][];
    expect(text).toBe('requests aborted after 20 ms because the server is closing: 1');
    expect(options).toMatchObject({ code: 'CLOSE_TIMEOUT' });
    expect(options).toHaveProperty('detail', expect.stringContaining('write void server.close()'));
    emitted.mockRestore();
    await server.close();
  });

  it('closes a handler behind an overload guard, too', async () => {
    let closed = 0;
    const handler = {
      handle: () => answer(),
      close: () => {
        closed++;
      },
    };
    const server = await serve(handler, { factories, port: 0, overload: {} });
    await server.close();
    expect(closed).toBe(1);
  });

  it('runs even if others fail, and close rejects with all failures', async () => {
    const server = await serve(
      { handle: () => answer(), close: () => Promise.reject(new Error('handler')) },
      { factories, port: 0 },
    );
    server.onClosed(() => {
      throw new Error('hook');
    });
    const error = await server.close().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AggregateError);
    expect((error as AggregateError).errors.map(String)).toEqual(['Error: hook', 'Error: handler']);
  });

  it('reports its failure to onError if a signal closed the server', async () => {
    const controller = new AbortController();
    const reports: [error: unknown, event: ErrorEvent][] = [];
    const server = await serving(() => answer(), {
      signal: controller.signal,
      onError: (...report) => void reports.push(report),
    });
    server.onClosed(() => Promise.reject(new Error('hook')));
    controller.abort();
    await waitFor(() => reports.length === 1);
    const event = { phase: 'cleanup', status: 500, request: null };
    expect(reports).toMatchObject([[{ errors: [{ message: 'hook' }] }, event]]);
    await expect(server.close()).rejects.toThrow('closing the server failed');
    server.close = () => Promise.resolve();
  });

  it('is not awaited beyond the deadline, but is always called, after cleanups that never end', async () => {
    const called: string[] = [];
    const server = await serve(
      {
        handle(request) {
          request.getLifetime().onEnd(() => {
            called.push('cleanup');
            return new Promise(() => undefined);
          });
          return answer();
        },
        close: () => void called.push('handler'),
      },
      { factories, port: 0, closeTimeout: 50 },
    );
    server.onClosed(() => {
      called.push('hook');
      return new Promise(() => undefined);
    });
    await fetch(server.url);
    const error = await waitForEvent(
      'the end of the server',
      server.close().catch((reason: unknown) => reason),
    );
    expect((error as AggregateError).errors).toMatchObject([{ code: 'CLOSE_TIMEOUT' }]);
    expect(called).toEqual(['cleanup', 'hook', 'handler']);
  });

  it('runs immediately if the server has already closed', async () => {
    const server = await serving(() => answer());
    await server.close();
    const order: string[] = [];
    server.onClosed(() => void order.push('hook'));
    server.onClosed(() => Promise.reject(new Error('late')));
    expect(order).toEqual(['hook']);
    await waitFor(() => server.errors.length === 1);
    expect(server.errors).toMatchObject([{ message: 'late' }]);
  });
});
