import { afterEach, describe, expect, it } from '@jest/globals';
import { HTTP_ERROR } from '@mortise/base';
import type { RequestEnd } from '@mortise/http-message';
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
import { get, lastGet, talk, Wire } from '../../test/wire.js';
import type { ServeOptions } from '../index.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

async function* chunks(): AsyncGenerator<Uint8Array> {
  yield bytes('abc');
  await sleep(1);
  yield bytes('de');
}

const error = new Error('x');
const time: unknown = expect.any(Number);
const exposed = { [HTTP_ERROR]: true, status: 405, headers: { A: 'b\nc' } };

describe('a cleanup learns how the request ended', () => {
  it.each<[string, Handle, string, Partial<RequestEnd>]>([
    ['text in memory', () => answer('añ'), lastGet(), { status: 200, bytes: 3 }],
    ['bytes in memory', () => answer(bytes('ab'), 201), lastGet(), { status: 201, bytes: 2 }],
    ['a stream', () => streamed(chunks()), lastGet(), { status: 200, bytes: 5 }],
    ['no content', () => answer('', 204), lastGet(), { status: 204, bytes: 0 }],
    ['HEAD', () => answer('abc'), lastGet().replace('GET', 'HEAD'), { status: 200, bytes: 0 }],
    ['an error', () => fail(error), lastGet(), { status: 500, bytes: 21, error }],
    [
      'an error to HEAD',
      () => fail(error),
      lastGet().replace('GET', 'HEAD'),
      { status: 500, error },
    ],
    [
      'an error with a header that cannot be sent',
      () => fail(exposed),
      lastGet(),
      { status: 405, bytes: 18, error: exposed },
    ],
    ['a later error', () => Promise.reject(error), lastGet(), { status: 500, bytes: 21, error }],
  ])('after %s', async (_, handle, request, end) => {
    const { port, ends } = await servingEnds(handle);
    await talk(port, request);
    await waitFor(() => ends.length === 1);
    expect(ends).toEqual([{ status: null, bytes: 0, error: null, time, ...end }]);
  });

  it.each([
    ['in memory', () => answer('abc'), 3],
    ['streamed', () => streamed(chunks()), 5],
  ])('over HTTP/2, with a body %s', async (_, handle, size) => {
    const { url, ends } = await servingEnds(handle, { http2: true });
    await ask(client(url));
    await waitFor(() => ends.length === 1);
    expect(ends).toEqual([{ status: 200, bytes: size, error: null, time }]);
  });

  it('after a stream that failed: the status as sent, the bytes before the failure', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield bytes('abc');
      await sleep(10);
      throw error;
    }
    const { port, ends } = await servingEnds(() => streamed(broken()));
    await talk(port, lastGet());
    expect(ends).toEqual([{ status: 200, bytes: 3, error, time }]);
  });

  it('after the handler took too long', async () => {
    const { port, ends } = await servingEnds(() => new Promise(() => undefined), {
      limits: { handlerTimeout: 40, checkInterval: 20 },
    });
    await talk(port, lastGet());
    expect(ends).toMatchObject([{ status: 503, bytes: 19, error: { code: 'HANDLER_TIMEOUT' } }]);
  });

  it('before the next one begins, if that has to wait for it', async () => {
    const events: string[] = [];
    const handle: Handle = async (request) => {
      const target = request.getRequestTarget();
      events.push(`handle ${target}`);
      request.getLifetime().onEnd(() => void events.push(`end ${target}`));
      await sleep(1);
      return answer('x');
    };
    const { port } = await serving(handle, { limits: { pipelinedRequests: 1 } });
    await talk(port, get('/1') + get('/2') + lastGet('/3'));
    await waitFor(() => events.length === 6);
    expect(events).toEqual(['1', '2', '3'].flatMap((at) => [`handle /${at}`, `end /${at}`]));
  });

  it('after the client disconnected before the response', async () => {
    const { port, ends, begun } = await servingEnds(() => new Promise(() => undefined));
    const wire = new Wire(port).send(get());
    await waitFor(() => begun() === 1);
    wire.destroy();
    await waitFor(() => ends.length === 1);
    expect(ends).toMatchObject([{ status: null, bytes: 0, error: { code: 'REQUEST_ABORTED' } }]);
  });
});

async function servingEnds(handle: Handle, options: Partial<ServeOptions> = {}) {
  const ends: RequestEnd[] = [];
  let begun = 0;
  const server = await serving((request) => {
    begun++;
    request.getLifetime().onEnd((end) => void ends.push(end));
    return handle(request);
  }, options);
  return { port: server.port, url: server.url, ends, begun: () => begun };
}

function fail(reason: unknown): never {
  throw reason;
}
