import { afterEach, describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { answer, bytes, closeServers, gate, serving, streamed } from '../../test/serving.js';
import { waitFor } from '../../test/wait-for.js';
import { get, lastGet, readResponses, talk, Wire } from '../../test/wire.js';
import { rawExchangeOf } from '../request/raw-exchange.js';

afterEach(closeServers);

/** A body that has given a few bytes, and waits. */
function waiting(): Readable {
  const source = new Readable({ read: () => undefined });
  source.push(bytes('begun'));
  return source;
}

describe('a handler that fails after its client has disconnected', () => {
  it.each<[string, (reason: unknown) => Error, boolean]>([
    ['not reported if it was aborted with it', (reason) => reason as Error, false],
    ['not reported if that is its cause', (cause) => new Error('stop', { cause }), false],
    [
      'not reported if its body was closed',
      () => Object.assign(new Error('x'), { code: 'STREAM_DETACHED' }),
      false,
    ],
    ['reported if another signal aborted it', () => new DOMException('stop', 'AbortError'), true],
    ['reported otherwise', () => new Error('no disk'), true],
  ])('is %s', async (_, errorOf, isReported) => {
    const begun = gate();
    const failed = gate();
    const thrown: Error[] = [];
    const { port, errors } = await serving(async (request) => {
      const aborted = gate();
      request.getLifetime().signal.addEventListener('abort', aborted.open);
      begun.open();
      await aborted.opened;
      setImmediate(failed.open);
      thrown.push(errorOf(request.getLifetime().signal.reason));
      throw thrown[0] as Error;
    });
    const wire = new Wire(port).send(get());
    await begun.opened;
    wire.destroy();
    await failed.opened;
    expect(errors).toEqual(isReported ? thrown : []);
  });
});

describe('a connection whose handler has taken too long', () => {
  it.each([
    ['', get()],
    [
      ', although nobody has read the body',
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n${'x'.repeat(1_000_000)}`,
    ],
  ])('carries the next request after the 503%s', async (_, first) => {
    const { port } = await serving(
      (request) =>
        request.getRequestTarget() === '/next' ? answer('next') : new Promise(() => undefined),
      { limits: { handlerTimeout: 30, checkInterval: 10, pipelinedRequests: 1 } },
    );
    const responses = readResponses(await talk(port, first + lastGet('/next')), true);
    expect(responses.map(({ status }) => status)).toEqual([503, 200]);
  });
});

describe('a client that sends a body after the 503', () => {
  it('is disconnected after 16 MiB', async () => {
    const { port } = await serving(() => new Promise(() => undefined), {
      limits: { handlerTimeout: 30, checkInterval: 10 },
    });
    const wire = new Wire(port);
    wire.send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n');
    await wire.hear((text) => text.startsWith('HTTP/1.1 503'));
    wire.socket.write(Buffer.alloc(32 * 1024 * 1024));
    await wire.untilClosed();
  });
});

describe('the body of a response', () => {
  it('is closed when the client disconnects, although it gives nothing', async () => {
    const source = waiting();
    const { port, errors } = await serving(() => streamed(source));
    const wire = new Wire(port).send(get());
    await wire.hear((text) => text.includes('begun'));
    wire.destroy();
    await waitFor(() => source.destroyed);
    expect(errors).toEqual([]);
  });

  it('is closed if the response cannot be sent', async () => {
    const source = waiting();
    const { port } = await serving(() => streamed(source).withStatus(199));
    expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 500 /);
    expect(source.destroyed).toBe(true);
  });

  it('is closed if the handler has responded through the connection itself, and the request ends', async () => {
    const source = waiting();
    let ended = false;
    const { port, errors } = await serving((request) => {
      request.getLifetime().onEnd(() => {
        ended = true;
      });
      rawExchangeOf(request)?.outgoing.end('own');
      return streamed(source);
    });
    const [response] = readResponses(await talk(port, lastGet()), true);
    await waitFor(() => ended);
    expect([String(response?.body), source.destroyed, errors]).toEqual(['own', true, []]);
  });
});
