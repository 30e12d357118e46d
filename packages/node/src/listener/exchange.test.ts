import { afterEach, describe, expect, it } from '@jest/globals';
import { HTTP_ERROR } from '@mortise/base';
import type { RequestLifetimeInterface } from '@mortise/http-message';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { answer, bytes, closeServers, serving, sleep, streamed } from '../../test/serving.js';
import { waitFor } from '../../test/wait-for.js';
import { get, lastGet, readResponses, talk, Wire } from '../../test/wire.js';
import { rawExchangeOf } from '../request/raw-exchange.js';

afterEach(closeServers);

const later = <T>(value: T, ms = 20): Promise<T> => sleep(ms).then(() => value);

describe('an error that escapes the handler', () => {
  it.each([
    ['thrown', () => fail(new Error('secret'))],
    ['rejected', () => Promise.reject(new Error('secret'))],
  ])('is answered with a plain 500 and reported once when %s', async (_, handle) => {
    const { port, errors } = await serving(handle);
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect([response?.status, response?.body.toString()]).toEqual([500, 'Internal Server Error']);
    expect(errors).toMatchObject([{ message: 'secret' }]);
  });

  it.each([404, 429, 499])('is answered with its status %d and not reported', async (status) => {
    const { port, errors } = await serving(() => fail(Object.assign(new Error('x'), { status })));
    expect(await talk(port, lastGet())).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(errors).toEqual([]);
  });

  it('is reported if its status is 500 or above', async () => {
    const { port, errors } = await serving(() => fail({ status: 503 }));
    expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 503 /);
    expect(errors).toEqual([{ status: 503 }]);
  });

  it.each([200, 600, 404.5, '404', null])('gets a 500 if its status is %j', async (status) => {
    const { port } = await serving(() => fail({ status }));
    expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 500 /);
  });

  it('adds its headers to the response', async () => {
    const error = { status: 405, headers: { Allow: 'GET' } };
    const { port } = await serving(() => fail(error));
    expect(await talk(port, lastGet())).toMatch(/\r\nAllow: GET\r\n/);
  });

  it('gets a response without those of its headers that cannot be sent', async () => {
    const { port, errors } = await serving(() => fail({ status: 405, headers: { A: 'b\nc' } }));
    expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 405 /);
    expect(errors).toEqual([]);
  });

  it('gets a response without any of its headers if it is exposed to clients and one cannot be sent', async () => {
    const error = { [HTTP_ERROR]: true, status: 405, headers: { A: 'b\nc' } };
    const { port, errors } = await serving(() => fail(error));
    expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 405 /);
    expect(errors).toMatchObject([{ code: 'ERR_INVALID_CHAR' }]);
  });

  it('gets a response with its statusCode, which errors of Connect have', async () => {
    const { port } = await serving(() => fail({ statusCode: 416 }));
    expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 416 /);
  });

  it('keeps cookies and framing of an upstream server from the client', async () => {
    const headers = {
      'Set-Cookie': 'session=upstream',
      'Content-Length': '99',
      'Transfer-Encoding': 'chunked',
      Connection: 'keep-alive',
      'Content-Type': 'image/png',
      'Retry-After': 7,
    };
    const { port } = await serving(() => fail({ status: 503, headers }));
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect(Object.fromEntries(response?.fields ?? [])).toMatchObject({
      'retry-after': ['7'],
      'content-length': ['19'],
      'content-type': ['text/plain; charset=utf-8'],
      connection: ['close'],
    });
    expect([...(response?.fields.keys() ?? [])]).not.toEqual(
      expect.arrayContaining(['set-cookie', 'transfer-encoding']),
    );
  });

  it.each([
    [undefined, 'the handler returned undefined instead of a response; is a "return" missing?'],
    [null, 'the handler returned null instead of a response'],
    [{}, 'the handler returned an object instead of a response'],
    [
      new Response(),
      'the handler returned an instance of Response instead of a response; convert it with fromResponse from @mortise/fetch',
    ],
  ])('is reported if the handler returns %j', async (value, message) => {
    const { port, errors } = await serving(() => value as never);
    expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 500 /);
    expect(errors).toMatchObject([{ code: 'RESPONSE_INVALID', message }]);
  });

  it('leaves other requests of the connection alone', async () => {
    const { port } = await serving((request) =>
      request.getRequestTarget() === '/bad' ? fail(new Error('x')) : answer('good'),
    );
    const text = await talk(port, get('/bad') + get('/') + lastGet('/bad'));
    const responses = readResponses(text, true);
    expect(responses.map(({ status }) => status)).toEqual([500, 200, 500]);
    expect(responses[0]?.fields.get('keep-alive')).toEqual(['timeout=5']);
  });

  it('closes the connection after its last request', async () => {
    const { port } = await serving(() => fail({ status: 404 }), {
      limits: { requestsPerSocket: 1 },
    });
    const [response] = readResponses(await talk(port, get()), true);
    expect(response?.fields.get('connection')).toEqual(['close']);
  });
});

describe('the lifetime of a request', () => {
  it('ends after the response, and its signal does not fire', async () => {
    const { lifetimes, port } = await servingLifetimes(() => later(answer('x')));
    await talk(port, lastGet());
    await waitFor(() => lifetimes[0]?.ended === true);
    expect(lifetimes[0]?.signal.aborted).toBe(false);
  });

  it('ends only after the last byte of a streamed body', async () => {
    const events: string[] = [];
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield bytes('a');
      await sleep(30);
      events.push('last byte');
      yield bytes('b');
    }
    const { port } = await serving((request) => {
      request.getLifetime().onEnd(() => void events.push('end'));
      return streamed(slow());
    });
    await talk(port, lastGet());
    await waitFor(() => events.length === 2);
    expect(events).toEqual(['last byte', 'end']);
  });

  it('ends after an error', async () => {
    const { lifetimes, port } = await servingLifetimes(() => fail(new Error('x')));
    await talk(port, lastGet());
    await waitFor(() => lifetimes[0]?.ended === true);
  });

  it('is aborted when the client disconnects before the response', async () => {
    const { lifetimes, port, errors } = await servingLifetimes(
      (lifetime) =>
        new Promise((_, reject) => {
          lifetime.signal.addEventListener('abort', () => {
            reject(lifetime.signal.reason as Error);
          });
        }),
    );
    const wire = new Wire(port).send(get());
    await waitFor(() => lifetimes.length === 1);
    wire.destroy();
    await waitFor(() => lifetimes[0]?.ended === true);
    expect(lifetimes[0]?.signal.reason).toMatchObject({ code: 'REQUEST_ABORTED' });
    expect(errors).toEqual([]);
  });

  it('is aborted for every pipelined request when the client disconnects', async () => {
    const { lifetimes, port } = await servingLifetimes(() => new Promise(() => undefined));
    const wire = new Wire(port).send(get() + get() + get());
    await waitFor(() => lifetimes.length === 3);
    wire.destroy();
    await waitFor(() => lifetimes.every(({ ended }) => ended));
  });

  it('is aborted when the client disconnects in the middle of a download', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield await later(new Uint8Array(1_000), 1);
    }
    const { lifetimes, port } = await servingLifetimes(() => streamed(endless()));
    const wire = new Wire(port).send(get());
    await wire.hear((text) => text.length > 5_000);
    wire.destroy();
    await waitFor(() => lifetimes[0]?.signal.aborted === true);
  });

  it('reports errors of its cleanups', async () => {
    const { port, errors } = await serving((request) => {
      request.getLifetime().onEnd(() => fail(new Error('no disk')));
      return answer('x');
    });
    expect(await talk(port, lastGet())).toContain('200 OK');
    await waitFor(() => errors.length === 1);
    expect(errors).toMatchObject([{ errors: [{ message: 'no disk' }] }]);
  });
});

describe('a handler that takes too long', () => {
  const limits = { handlerTimeout: 60, checkInterval: 20 };

  it('gets a 503 sent in its place, its signal fired, and is reported', async () => {
    const { lifetimes, port, errors } = await servingLifetimes(() => new Promise(() => undefined), {
      limits,
    });
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect([response?.status, response?.complete]).toEqual([503, true]);
    expect(lifetimes[0]?.signal.reason).toMatchObject({ code: 'HANDLER_TIMEOUT', status: 503 });
    expect(errors).toMatchObject([{ code: 'HANDLER_TIMEOUT' }]);
  });

  it('has the body of its late response closed', async () => {
    let closed = false;
    const body = (async function* source(): AsyncGenerator<Uint8Array> {
      try {
        yield await later(bytes('x'), 0);
      } finally {
        closed = true;
      }
    })();
    await body.next();
    const whenGivenUp = ({ signal }: RequestLifetimeInterface) =>
      new Promise<ReturnType<typeof streamed>>((resolve) => {
        signal.addEventListener('abort', () => {
          resolve(streamed(body));
        });
      });
    const { port } = await servingLifetimes(whenGivenUp, { limits });
    expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 503 /);
    await waitFor(() => closed);
  });

  it('has no time limit for the body of its response', async () => {
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield await later(bytes('a'), 150);
      yield await later(bytes('b'), 150);
    }
    const { port } = await serving(() => streamed(slow()), { limits });
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect([response?.body.toString(), response?.complete]).toEqual(['ab', true]);
  });
});

describe('a connection that is kept', () => {
  // More than the buffers of a system accept at once: some are configured for 32 MiB.
  const LARGE = 40_000_000;

  it.each([
    ['in memory', () => answer('x'.repeat(LARGE))],
    ['in chunks', () => streamed(Readable.from([Buffer.alloc(LARGE)], { objectMode: false }))],
  ])('has no timeout of its socket after a response %s that had to wait', async (_, handle) => {
    const sockets: (Socket | undefined)[] = [];
    let ended = false;
    const { port } = await serving((request) => {
      sockets.push(rawExchangeOf(request)?.incoming.socket);
      request.getLifetime().onEnd(() => {
        ended = true;
      });
      return handle();
    });
    const wire = new Wire(port).send(get());
    await waitFor(() => ended);
    expect([sockets[0]?.timeout, sockets[0]?.destroyed]).toEqual([0, false]);
    wire.destroy();
  });
});

describe('a response with the status 408', () => {
  it('closes the connection, whichever side sent it', async () => {
    const { port } = await serving(() => answer('slow', 408));
    const [response] = readResponses(await talk(port, get()), true);
    expect(response?.fields.get('connection')).toEqual(['close']);
  });
});

describe('pipelined requests', () => {
  it('are answered in their order, whichever is ready first', async () => {
    const { port } = await serving((request) => {
      const target = request.getRequestTarget();
      return later(answer(target), target === '/1' ? 60 : 1);
    });
    const text = await talk(port, get('/1') + get('/2') + lastGet('/3'));
    expect(readResponses(text, true).map(({ body }) => body.toString())).toEqual([
      '/1',
      '/2',
      '/3',
    ]);
  });

  it('are not handled after a response with Connection: close', async () => {
    const seen: string[] = [];
    const { port } = await serving((request) => {
      seen.push(request.getRequestTarget());
      return answer('x', 200, { Connection: 'close' });
    });
    const text = await talk(port, get('/1') + get('/2'));
    expect([readResponses(text, true).length, seen]).toEqual([1, ['/1']]);
  });

  it('lose their connection after a response whose body fails', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield await later(bytes('x'), 0);
      throw new Error('no disk');
    }
    const { port, errors } = await serving((request) => {
      const target = request.getRequestTarget();
      if (target === '/2') return streamed(failing());
      // The first response is sent when the second one has failed.
      return target === '/3'
        ? answer(target)
        : waitFor(() => errors.length > 0).then(() => answer(target));
    });
    const text = await talk(port, get('/1') + get('/2') + get('/3'));
    expect(readResponses(text, true).map(({ body }) => body.toString())).toEqual(['/1', 'x']);
    expect(errors).toEqual([new Error('no disk')]);
  });
});

function fail(error: unknown): never {
  throw error;
}

async function servingLifetimes(
  handle: (lifetime: RequestLifetimeInterface) => ReturnType<Parameters<typeof serving>[0]>,
  options: Parameters<typeof serving>[1] = {},
) {
  const lifetimes: RequestLifetimeInterface[] = [];
  const server = await serving((request) => {
    lifetimes.push(request.getLifetime());
    return handle(request.getLifetime());
  }, options);
  return { port: server.port, errors: server.errors, lifetimes };
}
