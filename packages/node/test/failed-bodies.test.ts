import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { ask, client, closeClients } from './http2-client.js';
import { answer, bytes, closeServers, gate, serving, sleep, streamed } from './serving.js';
import { get, lastGet, readResponses, talk, Wire } from './wire.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

/** Fails in the turn of its last chunk. */
async function* failing(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes('one,'));
  yield bytes('two');
  throw new Error('half way');
}

const bodies = {
  'a generator': failing,
  "a stream of Node's": () => Readable.from(failing(), { objectMode: false }),
};

describe.each(Object.entries(bodies))(
  'a response whose body fails right after a chunk: %s',
  (_, body) => {
    it.each([
      ['chunks', get()],
      ['the end of the connection', lastGet().replace('1.1', '1.0')],
    ])('has its head and that chunk, and no end, framed by %s', async (framing, head) => {
      const { port, errors } = await serving(() => streamed(body()));
      const [response] = readResponses(await talk(port, head), framing !== 'chunks');
      expect([response?.status, response?.body.toString()]).toEqual([200, 'one,two']);
      if (framing === 'chunks') expect(response?.complete).toBe(false);
      expect(errors).toMatchObject([{ message: 'half way' }]);
    });

    it('has its head and that chunk, and no end, with a Content-Length', async () => {
      const { port } = await serving(() => streamed(body(), { 'Content-Length': '20' }));
      const [response] = readResponses(await talk(port, get()), true);
      expect([response?.body.toString(), response?.complete]).toEqual(['one,two', false]);
    });

    it('has its head and that chunk, and no end, over HTTP/2', async () => {
      const { url } = await serving(() => streamed(body()), { http2: true });
      const { status, body: text, complete, code } = await ask(client(url));
      expect([status, text, complete, code]).toEqual([200, 'one,two', false, 2]);
    });

    it('follows the pipelined responses before it, and none follows', async () => {
      const targets: string[] = [];
      const { port } = await serving(async (request) => {
        const target = request.getRequestTarget();
        targets.push(target);
        if (target === '/b') return streamed(body());
        await new Promise((resolve) => setTimeout(resolve, 20));
        return answer(target);
      });
      const text = await talk(port, get('/a') + get('/b') + get('/c'));
      const responses = readResponses(text, true);
      expect(responses.map((response) => response.body.toString())).toEqual(['/a', 'one,two']);
      expect(responses[1]?.complete).toBe(false);
    });

    it('is the last one: requests that arrive after it are not handled', async () => {
      const targets: string[] = [];
      const { port } = await serving(
        (request) => {
          targets.push(request.getRequestTarget());
          return streamed(body());
        },
        { limits: { pipelinedRequests: 1 } },
      );
      const wire = new Wire(port).send(get('/a') + get('/b'));
      await wire.untilClosed();
      expect(targets).toEqual(['/a']);
    });
  },
);

describe('an error with a status below 500, after the head was sent', () => {
  const HALF = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf';
  const notFound = Object.assign(new Error('gone meanwhile'), { status: 404 });
  const cut = async function* () {
    yield await Promise.resolve(bytes('one,'));
    throw notFound;
  };

  it.each([
    ['HTTP/1.1', false],
    ['HTTP/2', true],
  ])('is reported, because the client is not told, over %s', async (_, http2) => {
    const { port, url, errors } = await serving(() => streamed(cut()), { http2 });
    const sent = http2 ? await ask(client(url)) : readResponses(await talk(port, get()), false)[0];
    expect(sent).toMatchObject({ status: 200, complete: false });
    expect(errors).toEqual([notFound]);
  });

  it('is reported for a request body that arrives too slowly', async () => {
    const limits = { bodyIdleTimeout: 20, checkInterval: 5 };
    const { port, errors } = await serving((request) => streamed(request.getBody()), { limits });
    await talk(port, HALF);
    expect(errors).toMatchObject([{ code: 'BODY_IDLE_TIMEOUT' }]);
  });

  it('is not reported for a client that has disconnected', async () => {
    const ended = gate();
    const { port, errors } = await serving((request) => {
      request.getLifetime().onEnd(ended.open);
      return streamed(request.getBody());
    });
    const wire = new Wire(port).send(HALF);
    await wire.hear((text) => text.includes('half'));
    wire.destroy();
    await ended.opened;
    await sleep(1);
    expect(errors).toEqual([]);
  });
});

describe('a streamed response with a header that Node refuses, whose body waits', () => {
  const waiting = {
    'for a long time': async function* never(): AsyncGenerator<Uint8Array> {
      await new Promise(() => undefined);
      yield bytes('never');
    },
    'for a turn': async function* late(): AsyncGenerator<Uint8Array> {
      await new Promise((resolve) => setTimeout(resolve, 5));
      yield bytes('late');
    },
    "as a stream of Node's": () => new Readable({ read: () => undefined }),
  };

  it.each(Object.entries(waiting))('%s becomes a 500, and its body is closed', async (_, body) => {
    const source = body();
    const { port, errors } = await serving(() => {
      const getRawHeaders = () => ['X-A', 'a\nb'];
      return Object.assign(answer().withBody(factories.createStreamFromResource(source)), {
        getRawHeaders,
      });
    });
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect(response).toMatchObject({ status: 500, complete: true });
    expect(errors).toMatchObject([{ code: 'ERR_INVALID_CHAR' }]);
  });
});
