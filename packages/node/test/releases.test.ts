import { afterEach, describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { rawExchangeOf } from '../src/raw-exchange.js';
import { bytes, closeServers, type Handle, serving, streamed } from './serving.js';
import { waitFor } from './wait-for.js';
import { get, lastGet, readResponses, talk, Wire } from './wire.js';

afterEach(closeServers);

/** A response whose body says when it is closed. */
function closable(): { response: ResponseInterface; readonly closed: boolean } {
  const state = { closed: false };
  async function* chunks() {
    try {
      for (;;) {
        yield bytes('x');
        await new Promise((resolve) => setImmediate(resolve));
      }
    } finally {
      state.closed = true;
    }
  }
  const response = streamed(chunks());
  const body = response.getBody();
  const close = body.close.bind(body);
  body.close = () => {
    state.closed = true;
    close();
  };
  return {
    response,
    get closed() {
      return state.closed;
    },
  };
}

describe('the body of a response is closed', () => {
  it.each<[string, string, (response: ResponseInterface) => ResponseInterface]>([
    ['with a status that does not end a request', '500', (response) => response.withStatus(101)],
    [
      'with a field that Node refuses',
      '500',
      (response) => {
        response.getRawHeaders = () => ['X', 'a\nb'];
        return response;
      },
    ],
    [
      'whose fields cannot be read',
      '500',
      (response) => {
        response.getRawHeaders = () => {
          throw new Error('no fields');
        };
        return response;
      },
    ],
    ['of a 204, which has none', '204', (response) => response.withStatus(204)],
  ])('if the response cannot be sent, or not it: one %s', async (_, status, change) => {
    const body = closable();
    const { port } = await serving(() => change(body.response));
    expect(await talk(port, lastGet())).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    await waitFor(() => body.closed);
  });

  it('if the handler has written to the connection itself', async () => {
    const body = closable();
    const { port } = await serving((request) => {
      rawExchangeOf(request)?.outgoing.writeHead(200).end('own');
      return body.response;
    });
    expect(await talk(port, lastGet())).toMatch(/own\r\n0\r\n\r\n$/);
    await waitFor(() => body.closed);
  });

  it('if the client disconnects while it is written', async () => {
    const body = closable();
    const { port } = await serving(() => body.response);
    const wire = new Wire(port).send(get());
    await wire.hear((text) => text.includes('x'));
    wire.destroy();
    await waitFor(() => body.closed);
  });
});

describe('the rest of a request body is read', () => {
  const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\n\r\n';
  const limits = { handlerTimeout: 60, checkInterval: 20 };
  const readsOne: Handle = async (request) => {
    if (request.getMethod() === 'GET') return streamed(one('next'));
    for await (const chunk of request.getBody()) {
      if (chunk.length > 0) break;
    }
    return new Promise<never>(() => undefined);
  };

  it('after the timeout of a handler that has read a part, so that the next request arrives', async () => {
    const { port } = await serving(readsOne, { limits });
    const wire = new Wire(port).send(`${HEAD}begin`);
    await wire.hear((text) => text.includes('503'));
    wire.send('x'.repeat(2_000_000 - 'begin'.length)).send(lastGet());
    const responses = readResponses(await wire.untilClosed(), true);
    expect(responses.map(({ status }) => status)).toEqual([503, 200]);
  });

  it('after a response to a part of it, so that the next request arrives', async () => {
    const { port } = await serving(async (request) => {
      if (request.getMethod() === 'GET') return streamed(one('next'));
      for await (const chunk of request.getBody()) if (chunk.length > 0) break;
      return streamed(one('enough'));
    });
    const wire = new Wire(port).send(`${HEAD}begin`);
    await wire.hear((text) => text.includes('enough'));
    wire.send('x'.repeat(2_000_000 - 'begin'.length)).send(lastGet());
    const responses = readResponses(await wire.untilClosed(), true);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  });
});

async function* one(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes(text));
}
