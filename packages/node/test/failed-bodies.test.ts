import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { ask, client, closeClients } from './http2-client.js';
import { answer, bytes, closeServers, serving, streamed } from './serving.js';
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
