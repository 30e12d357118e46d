import { afterEach, describe, expect, it } from '@jest/globals';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { Readable } from 'node:stream';
import { withTrailers } from '../src/index.js';
import { rawExchangeOf } from '../src/request/raw-exchange.js';
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

async function* silent(): AsyncGenerator<Uint8Array> {
  yield bytes('x');
  await new Promise(() => undefined);
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
  ])('if it is not sent: that of a response %s', async (_, status, change) => {
    const body = closable();
    const { port } = await serving(() => change(body.response));
    expect(await talk(port, lastGet())).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    await waitFor(() => body.closed);
  });

  it('if the handler has written to the connection directly', async () => {
    const body = closable();
    const { port } = await serving((request) => {
      rawExchangeOf(request)?.outgoing.writeHead(200).end('own');
      return body.response;
    });
    expect(await talk(port, lastGet())).toMatch(/own\r\n0\r\n\r\n$/);
    await waitFor(() => body.closed);
  });

  it('when it has been sent whole', async () => {
    let closed = false;
    const { port } = await serving(() => {
      const response = streamed(Readable.from([bytes('x')]));
      response.getBody().close = () => void (closed = true);
      return response;
    });
    expect(await talk(port, lastGet())).toMatch(/x\r\n0\r\n\r\n$/);
    expect(closed).toBe(true);
  });

  it('if it has trailers and the client disconnects', async () => {
    let closed = false;
    const { port } = await serving(() => {
      const response = streamed(silent());
      response.getBody().close = () => void (closed = true);
      return withTrailers(response, { 'X-End': () => 'end' });
    });
    const wire = new Wire(port).send(get('/', 'TE: trailers'));
    await wire.hear((text) => text.includes('x'));
    wire.destroy();
    await waitFor(() => closed);
  });

  it('if the client disconnects while its source has nothing to send', async () => {
    let closed = false;
    const { port } = await serving(() => {
      const response = streamed(silent());
      response.getBody().close = () => void (closed = true);
      return response;
    });
    const wire = new Wire(port).send(get());
    await wire.hear((text) => text.includes('x'));
    wire.destroy();
    await waitFor(() => closed);
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

describe('the rest of a request body is discarded', () => {
  const SIZE = 2_000_000;
  const HEAD = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${SIZE}\r\n\r\n`;
  const limits = { handlerTimeout: 60, checkInterval: 20 };

  /** Reads a part, and keeps its iterator: nothing says that it will read no more. */
  async function readPart(request: ServerRequestInterface): Promise<void> {
    const reader = request.getBody()[Symbol.asyncIterator]();
    readers.push(reader);
    await reader.next();
  }

  const readers: unknown[] = [];
  const next = () => streamed(one('next'));
  const ways: [string, number, Handle][] = [
    [
      'after the timeout of the handler',
      503,
      async (request) => {
        await readPart(request);
        return new Promise<never>(() => undefined);
      },
    ],
    [
      'after the response',
      200,
      async (request) => {
        await readPart(request);
        return streamed(one('enough'));
      },
    ],
  ];

  it.each(ways)('%s, so that the next request arrives', async (_, status, handle) => {
    const { port } = await serving(
      (request) => (request.getMethod() === 'GET' ? next() : handle(request)),
      {
        limits,
      },
    );
    const wire = new Wire(port).send(HEAD + 'x'.repeat(SIZE)).send(lastGet());
    const responses = readResponses(await wire.untilClosed(), true);
    expect(responses.map((response) => response.status)).toEqual([status, 200]);
  });
});

async function* one(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes(text));
}
