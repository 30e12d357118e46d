import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { HTTP_ERROR } from '@mortise/base';
import { ROUTED } from '@mortise/base/keys';
import type { ErrorEvent, RoutedInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { createServerRequestCreator } from '@mortise/message/creator';
import { ask, client, closeClients } from '../../test/http2-client.js';
import {
  answer,
  bytes,
  closeServers,
  type Handle,
  serving,
  sleep,
  streamed,
} from '../../test/serving.js';
import { waitFor } from '../../test/wait-for.js';
import { get, lastGet, talk } from '../../test/wire.js';
import type { ServeOptions } from '../index.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

const TARGET = '/books/7?x=1';
const REQUEST = { method: 'GET', target: TARGET, remoteAddress: '127.0.0.1' };

describe('onError is called with the request that the error belongs to', () => {
  it.each<[string, Handle]>([
    ['throws', () => fail()],
    ['rejects', () => Promise.reject(new Error('x'))],
    ['returns no response', () => undefined as never],
  ])('when the handler %s', async (_, handle) => {
    const { port, events } = await servingEvents(handle);
    await talk(port, lastGet(TARGET));
    expect(events).toMatchObject([{ ...REQUEST, status: 500, phase: 'handler', route: null }]);
    expect(events[0]?.request?.getRequestTarget()).toBe(TARGET);
  });

  it('when the handler fails with a status of its own', async () => {
    const { port, events } = await servingEvents(() => fail({ status: 503 }));
    await talk(port, lastGet(TARGET));
    expect(events).toMatchObject([{ ...REQUEST, status: 503, phase: 'handler' }]);
  });

  it('when the handler takes too long, and when it fails after that', async () => {
    const { port, events } = await servingEvents(
      (request) =>
        new Promise((_, reject) => {
          request.getLifetime().signal.addEventListener('abort', () => {
            reject(new Error('late'));
          });
        }),
      { limits: { handlerTimeout: 60, checkInterval: 20 } },
    );
    await talk(port, lastGet(TARGET));
    await waitFor(() => events.length === 2);
    expect(events).toMatchObject([
      { ...REQUEST, status: 503, phase: 'handler' },
      { method: 'GET', target: TARGET, status: 503, phase: 'handler' },
    ]);
  });

  it('when the body of the response fails late, with the status that was sent', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield bytes('a');
      await sleep(10);
      fail();
    }
    const { port, events } = await servingEvents(() => streamed(broken()).withStatus(203));
    expect(await talk(port, lastGet(TARGET))).toMatch(/^HTTP\/1\.1 203 /);
    expect(events).toMatchObject([{ ...REQUEST, status: 203, phase: 'response' }]);
  });

  it('when a header of an error cannot be sent', async () => {
    const error = { [HTTP_ERROR]: true, status: 405, headers: { A: 'b\nc' } };
    const { port, events } = await servingEvents(() => fail(error));
    await talk(port, lastGet(TARGET));
    expect(events).toMatchObject([{ ...REQUEST, phase: 'response' }]);
  });

  it('when the response cannot be sent', async () => {
    const { port, events } = await servingEvents(() => answer('', 101));
    await talk(port, lastGet(TARGET));
    expect(events).toMatchObject([{ ...REQUEST, status: 500, phase: 'response' }]);
  });

  it('when a cleanup fails, with the status that was sent', async () => {
    const { port, events } = await servingEvents((request) => {
      request.getLifetime().onEnd(() => fail());
      return answer('x', 202);
    });
    await talk(port, get(TARGET) + lastGet('/'));
    await waitFor(() => events.length === 2);
    expect(events).toMatchObject([
      { ...REQUEST, status: 202, phase: 'cleanup' },
      { method: 'GET', target: '/', phase: 'cleanup' },
    ]);
  });

  it('when the request cannot be created', async () => {
    const createServerRequestFromSource = () => fail();
    const { port, events } = await servingEvents(() => answer(), {
      factories: { createServerRequestFromSource },
    });
    expect(await talk(port, lastGet(TARGET))).toMatch(/^HTTP\/1\.1 500 /);
    expect(events).toEqual([
      { ...REQUEST, status: 500, phase: 'request', request: null, route: null },
    ]);
  });

  it('over HTTP/2', async () => {
    const { url, events } = await servingEvents(() => fail(), { http2: true });
    await ask(client(url), { ':path': TARGET });
    expect(events).toMatchObject([{ ...REQUEST, status: 500, phase: 'handler' }]);
  });

  it('when the upgrade of a connection fails', async () => {
    const { port, events } = await servingEvents(() => answer(), { upgrade: () => fail() });
    await talk(port, get(TARGET, 'Connection: Upgrade', 'Upgrade: websocket'));
    expect(events).toMatchObject([{ ...REQUEST, status: 500, phase: 'handler', request: null }]);
  });

  it('with the address that a trusted proxy sends', async () => {
    const { port, events } = await servingEvents(() => fail(), { trustProxy: ['127.0.0.1'] });
    await talk(port, lastGet(TARGET, 'X-Forwarded-For: 192.0.2.7'));
    expect(events).toMatchObject([{ remoteAddress: '192.0.2.7' }]);
  });

  it('with the route', async () => {
    const routed: RoutedInterface = {
      outcome: 'found',
      pattern: '/books/{id}',
      name: 'book',
      methods: ['GET'],
      getMetadata: () => undefined,
    };
    const { port, events } = await servingEvents((request) => {
      request.withAttribute('a', 1).getLifetime().setValue(ROUTED, routed);
      fail();
    });
    await talk(port, lastGet(TARGET));
    expect(events[0]?.route).toBe(routed);
  });
});

describe('a request that a creator refuses', () => {
  it('is refused with the status of the error, closes its connection, and is not reported', async () => {
    const { port, errors } = await serving(() => answer(), {
      factories: createServerRequestCreator(factories),
    });
    const text = await talk(port, 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 400 [^]*\r\nConnection: close\r\n/);
    expect(errors).toEqual([]);
  });
});

describe('without onError', () => {
  it.each([
    ['', {}],
    [', behind an overload guard too', { overload: {} }],
  ])('method, target and stack go to stderr%s', async (_, options) => {
    const calls = await printed(() => fail(new Error('boom')), options);
    expect(calls).toEqual([
      expect.stringMatching(/^GET \/books\/7\?\u2026 failed: Error: boom\n {4}at /),
    ]);
  });

  it('both errors go to stderr when onError throws', async () => {
    const onError = () => fail(new Error('the log is full'));
    const calls = await printed(() => fail(new Error('boom')), { onError });
    expect(calls.map((text) => text.split('\n')[0])).toEqual([
      'GET /books/7?\u2026 failed: Error: boom',
      'GET /books/7?\u2026 failed: Error: the log is full',
    ]);
  });
});

async function printed(handle: Handle, options: Partial<ServeOptions>): Promise<string[]> {
  const stderr = jest.spyOn(console, 'error').mockReturnValue();
  try {
    const { port } = await serving(handle, { onError: undefined as never, ...options });
    expect(await talk(port, lastGet(TARGET))).toMatch(/^HTTP\/1\.1 500 /);
    return stderr.mock.calls.map(([text]) => String(text));
  } finally {
    stderr.mockRestore();
  }
}

async function servingEvents(handle: Handle, options: Partial<ServeOptions> = {}) {
  const events: ErrorEvent[] = [];
  const onError = (_: unknown, event: ErrorEvent): void => void events.push(event);
  return Object.assign(await serving(handle, { onError, ...options }), { events });
}

function fail(error: unknown = new Error('x')): never {
  throw error;
}
