import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface, ServerRequestInterface } from '@mortise/http-message';
import type { Transport, TransportRequest } from '../src/index.js';
import { createClient } from '../src/index.js';
import {
  type TestableHandler,
  testTransport,
  type TestTransportOptions,
} from '../src/testing/index.js';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';
import { unhandledRejectionsOf } from '../../../tooling/testing/unhandled-rejections.js';
import { library, server } from './library.js';

const GET: TransportRequest = { method: 'GET', url: '/', headers: {}, body: null, signal: null };

/** What an application sees of a request. */
async function seenOf(
  factories: HttpFactoriesInterface,
  sent: Partial<TransportRequest>,
  options?: TestTransportOptions,
) {
  let seen: unknown = null;
  const handler: TestableHandler = {
    factories,
    async handle(request) {
      seen = {
        method: request.getMethod(),
        uri: request.getUri().toString(),
        target: request.getRequestTarget(),
        version: request.getProtocolVersion(),
        headers: Object.fromEntries(
          Object.entries(request.getHeaders()).map(([name, values]) => [
            name.toLowerCase(),
            values.join(', '),
          ]),
        ),
        connection: Object.fromEntries(
          Object.entries(request.getServerParams()).filter(([name]) =>
            /^(?:REMOTE|SERVER)_/.test(name),
          ),
        ),
        body: await request.getBody().getContents(),
      };
      return factories.createResponse();
    },
  };
  await testTransport(handler, options)({ ...GET, ...sent });
  return seen;
}

/** A transport to a handler that adds to `log` what happens to the lifetime of its request. */
function logged(
  factories: HttpFactoriesInterface,
  log: unknown[],
  handle: (request: ServerRequestInterface) => void,
): Transport {
  return testTransport({
    factories,
    handle(request) {
      const lifetime = request.getLifetime();
      lifetime.onEnd(async ({ error }) => {
        await setImmediate();
        log.push('ended', error);
      });
      handle(request);
      return factories.createResponse();
    },
  });
}

describe.each(nodeImplementations)('testTransport to %s', (_name, factories) => {
  it('leaves no listener at a signal', async () => {
    const transport = testTransport(server(factories));
    const { signal } = new AbortController();
    await createClient(library, { baseUrl: '/api', transport }).books.list({}, { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('leaves no listener at a signal if the handler throws', async () => {
    const { signal } = new AbortController();
    const transport = logged(factories, [], () => {
      throw new Error('broken');
    });
    await expect(transport({ ...GET, signal })).rejects.toThrow('broken');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('ends the lifetime of a request, and waits for its cleanups', async () => {
    const log: unknown[] = [];
    await logged(factories, log, () => undefined)(GET);
    expect(log).toEqual(['ended', null]);
  });

  it('ends the lifetime of a request whose handler throws, with the error', async () => {
    const log: unknown[] = [];
    const transport = logged(factories, log, () => {
      throw new Error('broken');
    });
    await expect(transport(GET)).rejects.toThrow('broken');
    expect(log).toEqual(['ended', expect.objectContaining({ message: 'broken' })]);
  });

  it('ends the lifetime after the body is read', async () => {
    const log: unknown[] = [];
    const transport = testTransport({
      factories,
      handle(request) {
        request.getLifetime().onEnd(() => void log.push('ended'));
        const parts = (async function* () {
          yield await Promise.resolve(new Uint8Array([1]));
          log.push('read');
        })();
        return factories.createResponse().withBody(factories.createStreamFromResource(parts));
      },
    });
    await transport(GET);
    expect(log).toEqual(['read', 'ended']);
  });

  it('aborts the lifetime with the reason of a signal, and rejects with it', async () => {
    const log: unknown[] = [];
    const reason = new Error('enough');
    const controller = new AbortController();
    const transport = logged(factories, log, (request) => {
      request.getLifetime().signal.addEventListener('abort', () => log.push('aborted'));
      controller.abort(reason);
    });
    await expect(transport({ ...GET, signal: controller.signal })).rejects.toBe(reason);
    await setImmediate();
    expect(log).toEqual(['aborted', 'ended', reason]);
  });

  it('rejects after an abort even if a cleanup fails, and leaves no rejection', async () => {
    const controller = new AbortController();
    const transport = testTransport({
      factories,
      handle(request) {
        request.getLifetime().onEnd(() => Promise.reject(new Error('cleanup')));
        controller.abort(new Error('enough'));
        return new Promise<never>(() => undefined);
      },
    });
    const rejections = await unhandledRejectionsOf(async () => {
      await expect(transport({ ...GET, signal: controller.signal })).rejects.toThrow('enough');
    });
    expect(rejections).toEqual([]);
  });

  it.each(['a handler', 'a body'])('does not wait for %s after an abort', async (what) => {
    const log: string[] = [];
    const controller = new AbortController();
    let chunks = 0;
    async function* long(): AsyncGenerator<string> {
      try {
        while (chunks++ < 1_000) {
          yield 'a';
          controller.abort(new Error('enough'));
          await setImmediate();
        }
      } finally {
        log.push('closed');
      }
    }
    const transport = testTransport({
      factories,
      handle(request) {
        request.getLifetime().onEnd(({ status }) => void log.push(`ended ${status}`));
        if (what === 'a body')
          return factories.createResponse().withBody(factories.createStreamFromResource(long()));
        queueMicrotask(() => {
          controller.abort(new Error('enough'));
        });
        return new Promise(() => undefined);
      },
    });
    await expect(transport({ ...GET, signal: controller.signal })).rejects.toThrow('enough');
    await setImmediate();
    await setImmediate();
    expect(chunks).toBeLessThan(10);
    expect(log.sort()).toEqual([...(what === 'a body' ? ['closed'] : []), 'ended null']);
  });

  it.each([
    ['GET', 204],
    ['GET', 205],
    ['GET', 304],
    ['HEAD', 200],
  ])(
    'reads no body of %s %d, as a socket sends none, and tells its source',
    async (method, status) => {
      const ends: unknown[] = [];
      let reads = 0;
      const transport = testTransport({
        factories,
        handle(request) {
          request.getLifetime().onEnd(({ status: sent, bytes }) => void ends.push([sent, bytes]));
          const source = new ReadableStream<string>(
            {
              pull(controller) {
                reads++;
                controller.close();
              },
              cancel: () => void ends.push('cancelled'),
            },
            { highWaterMark: 0 },
          );
          return factories
            .createResponse(status)
            .withBody(factories.createStreamFromResource(source));
        },
      });
      const response = await transport({ ...GET, method });
      expect(await response.bytes()).toHaveLength(0);
      await setImmediate();
      expect(ends).toContainEqual([status, 0]);
      expect(ends).toContain('cancelled');
      expect(reads).toBe(0);
    },
  );

  it('does not call the handler if the signal is already aborted', async () => {
    const log: unknown[] = [];
    const transport = logged(factories, log, () => log.push('called'));
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(transport({ ...GET, signal })).rejects.toThrow('enough');
    expect(log).toEqual([]);
  });

  it('passes method, URL, headers and a local connection, and no body', async () => {
    const url = '/a%20b?c=d';
    const headers = { 'X-A': '1' };
    expect(await seenOf(factories, { method: 'DELETE', url, headers })).toEqual({
      method: 'DELETE',
      uri: 'http://localhost/a%20b?c=d',
      target: '/a%20b?c=d',
      version: '1.1',
      headers: { host: 'localhost', 'x-a': '1' },
      connection: {
        REMOTE_ADDR: '127.0.0.1',
        SERVER_NAME: 'localhost',
        SERVER_PORT: '80',
        SERVER_PROTOCOL: 'HTTP/1.1',
      },
      body: new Uint8Array(),
    });
  });

  it('adds its headers to those of a call, which win in any case of their names', async () => {
    const headers = { Authorization: '1', 'X-A': '1' };
    const sent = { headers: { authorization: '2', 'X-B': '2' } };
    expect(await seenOf(factories, sent, { headers })).toMatchObject({
      headers: { host: 'localhost', 'x-a': '1', authorization: '2', 'x-b': '2' },
    });
  });

  it('calls a function of headers for each request', async () => {
    let count = 0;
    const options = { headers: () => ({ 'X-A': String((count += 1)) }) };
    const tokens: string[] = [];
    const transport = testTransport(
      {
        factories,
        handle(request) {
          tokens.push(request.getHeaderLine('X-A'));
          return factories.createResponse();
        },
      },
      options,
    );
    await transport(GET);
    await transport(GET);
    expect(tokens).toEqual(['1', '2']);
  });

  it('passes the host of an absolute URL', async () => {
    expect(await seenOf(factories, { url: 'http://a.test:81/b' })).toMatchObject({
      uri: 'http://a.test:81/b',
      headers: { host: 'a.test:81' },
    });
  });

  it('passes a body with its length, and the type that the call names', async () => {
    const headers = { 'content-TYPE': 'text/csv' };
    expect(await seenOf(factories, { method: 'POST', headers, body: 'é' })).toMatchObject({
      headers: { 'content-length': '2', 'content-type': 'text/csv' },
      body: new Uint8Array([195, 169]),
    });
  });

  it('passes the type that the platform gives a form, with its boundary', async () => {
    const form = new FormData();
    form.append('a', 'b');
    expect(await seenOf(factories, { method: 'POST', body: form })).toMatchObject({
      headers: {
        'content-type': expect.stringMatching(/^multipart\/form-data; boundary=./) as unknown,
      },
    });
  });

  it('passes a body without a type if neither the call nor the platform names one', async () => {
    const body = new Blob(['a']);
    expect(await seenOf(factories, { method: 'POST', body })).toMatchObject({
      headers: { host: 'localhost', 'content-length': '1' },
    });
  });

  it('passes a body that can be read in parts', async () => {
    const read: unknown[] = [];
    const transport = testTransport({
      factories,
      async handle(request) {
        for await (const part of request.getBody()) read.push(...part);
        return factories.createResponse();
      },
    });
    await transport({ ...GET, method: 'POST', body: 'ab' });
    expect(read).toEqual([97, 98]);
  });

  it('returns status, headers and the whole body, even if it was written before', async () => {
    const body = factories.createStream('');
    body.write(new TextEncoder().encode('text'));
    const transport = testTransport({
      factories,
      handle: () =>
        factories
          .createResponse(201)
          .withHeader('X-A', ['1', '2'])
          .withHeader('X-B', '')
          .withBody(body),
    });
    const response = await transport(GET);
    const headers = ['x-a', 'X-B', 'X-C'].map((name) => response.header(name));
    expect([response.status, ...headers]).toEqual([201, '1, 2', '', null]);
    expect(new TextDecoder().decode(await response.bytes())).toBe('text');
  });

  it('refuses a status below 200, as a server does', async () => {
    const transport = testTransport({
      factories,
      handle: () => factories.createResponse().withStatus(101),
    });
    await expect(transport(GET)).rejects.toMatchObject({ code: 'RESPONSE_INVALID', status: 500 });
  });
});
