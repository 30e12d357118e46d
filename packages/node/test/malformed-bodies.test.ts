import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestEnd } from '@mortise/http-message';
import { afterEach, describe, expect, it } from '@jest/globals';
import { fromConnect, type NodeAdapterError } from '../src/index.js';
import { rawExchangeOf } from '../src/request/raw-exchange.js';
import { DATA, END_STREAM, FrameWire, HEADERS, request, RST_STREAM } from './http2-wire.js';
import { answer, closeServers, gate, type Handle, serving } from './serving.js';
import { waitFor } from './wait-for.js';
import { get, readResponses, Wire } from './wire.js';

afterEach(closeServers);

const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
const BEGUN = '3\r\nabc\r\n';
const LAST = ['close'];

const text: Handle = async (asked) => answer(await asked.getBody().getContents());
const chunks: Handle = async (asked) => {
  let size = 0;
  for await (const chunk of asked.getBody()) size += chunk.length;
  return answer(String(size));
};

/** A server with a layer that responds to errors, and how its requests ended. */
async function layered(handle: Handle, options: Parameters<typeof serving>[1] = {}) {
  const ends: RequestEnd[] = [];
  const begun = gate();
  const { port, errors } = await serving(async (asked) => {
    asked.getLifetime().onEnd((end) => void ends.push(end));
    if (asked.getMethod() !== 'GET') begun.open();
    try {
      return (await handle(asked)).withHeader('X-Layer', 'seen');
    } catch (error) {
      const { code, status = 500 } = error as NodeAdapterError;
      return answer(code, status, { 'X-Layer': 'seen' });
    }
  }, options);
  return { port, errors, ends, begun };
}

/** Responses with what layers, framing and the application have put into them. */
function seen(wire: Wire) {
  return readResponses(wire.heard, wire.closed).map(({ status, fields, body }) => [
    status,
    fields.get('x-layer')?.[0],
    fields.get('connection'),
    body.toString(),
  ]);
}

const time: unknown = expect.any(Number);

describe.each<[string, Handle]>([
  ['text', text],
  ['chunks', chunks],
])('a body that is read as %s, whose client keeps its side open', (_, handle) => {
  it.each([
    ['a chunk size that is not a number', 'ZZ\r\n', 400],
    ['no CRLF after a chunk', '3\r\nabcX', 400],
    ['a bare LF', '3\nabc\n', 400],
    ['a control character in an extension', '3;\u0001\r\nabc\r\n', 400],
    ['a size of 17 digits', 'fffffffffffffffff\r\n', 400],
    ['a trailer without a colon', '0\r\nbad trailer\r\n\r\n', 400],
    ['a trailer with a space before its colon', '0\r\nX : 3\r\n\r\n', 400],
    ['trailers that are too large', `0\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('fails at %s, and the handler responds', async (__, bytes, status) => {
    const { port, errors, ends, begun } = await layered(handle);
    const wire = new Wire(port).send(HEAD + BEGUN);
    await begun.opened;
    await wire.send(bytes).untilClosed();
    const code = 'BODY_FRAMING_INVALID';
    expect(seen(wire)).toEqual([[status, 'seen', LAST, code]]);
    expect(ends).toEqual([{ status, bytes: code.length, error: null, time }]);
    expect(errors).toEqual([]);
  });

  it('fails in the packet of its head, too', async () => {
    const { port } = await layered(handle);
    const wire = new Wire(port).send(`${HEAD}${BEGUN}ZZ\r\n`);
    await wire.untilClosed();
    expect(seen(wire)).toEqual([[400, 'seen', LAST, 'BODY_FRAMING_INVALID']]);
  });

  it('fails if the request does not arrive in time', async () => {
    // The head must arrive before its own limit, on a busy machine too.
    const limits = { requestTimeout: 1000, headersTimeout: 1000, checkInterval: 10 };
    const { port, ends } = await layered(handle, { limits });
    const wire = new Wire(port).send(HEAD + BEGUN);
    await wire.untilClosed();
    expect(seen(wire)).toEqual([[408, 'seen', LAST, 'BODY_TIMEOUT']]);
    expect(ends).toEqual([{ status: 408, bytes: 12, error: null, time }]);
  });

  it('is that of a client that has disconnected if it is cut off', async () => {
    const { port, ends, begun } = await layered(handle);
    const wire = new Wire(port).send(HEAD + BEGUN);
    await begun.opened;
    wire.socket.end();
    // A client that has only ended its side can read this.
    expect(await wire.untilClosed()).toMatch(/^HTTP\/1\.1 400 .*\r\nConnection: close\r\n/);
    await waitFor(() => ends.length === 1);
    expect(ends).toMatchObject([{ status: null, bytes: 0, error: { code: 'REQUEST_ABORTED' } }]);
  });
});

describe('a body that is malformed', () => {
  it('does not disturb a handler that does not read it, whose response is the last one', async () => {
    const { port, ends } = await layered(async (asked) => {
      await waitFor(() => rawExchangeOf(asked)?.incoming.destroyed === true);
      return answer('unread');
    });
    const wire = new Wire(port).send(`${HEAD}ZZ\r\n${get('/smuggled')}`);
    await wire.untilClosed();
    expect(seen(wire)).toEqual([[200, 'seen', LAST, 'unread']]);
    expect(ends).toEqual([{ status: 200, bytes: 6, error: null, time }]);
  });

  it('is failed for a read that begins later', async () => {
    const { port } = await layered(async (asked) => {
      await waitFor(() => rawExchangeOf(asked)?.incoming.destroyed === true);
      return text(asked);
    });
    const wire = new Wire(port).send(`${HEAD}ZZ\r\n`);
    await wire.untilClosed();
    expect(seen(wire)).toEqual([[400, 'seen', LAST, 'BODY_FRAMING_INVALID']]);
  });

  it('closes the connection after the headers of the response', async () => {
    const { port } = await layered((asked) => {
      rawExchangeOf(asked)?.outgoing.writeHead(200, { 'Content-Length': '9' }).flushHeaders();
      return text(asked);
    });
    const wire = new Wire(port).send(HEAD);
    await wire.hear((heard) => heard.includes('\r\n\r\n'));
    await wire.send('ZZ\r\n').untilClosed();
    expect(readResponses(wire.heard, true)).toMatchObject([{ status: 200, complete: false }]);
  });

  it('fails for a Connect-style handler', async () => {
    const failures: unknown[] = [];
    const read = (req: IncomingMessage, _: ServerResponse, next: (error: unknown) => void) => {
      req.resume().on('error', (error) => {
        failures.push(error);
        req.pause();
        next(error);
      });
    };
    const layer = fromConnect(read);
    const inner = { handle: () => answer() };
    const { port } = await layered(async (asked) => layer.process(asked, inner));
    const wire = new Wire(port).send(`${HEAD}ZZ\r\n`);
    await wire.untilClosed();
    expect(seen(wire)).toEqual([[400, 'seen', LAST, 'BODY_FRAMING_INVALID']]);
    expect(failures).toMatchObject([{ code: 'BODY_FRAMING_INVALID', status: 400 }]);
  });

  it('gets the status from the server if a Connect-style handler does not notice', async () => {
    const layer = fromConnect((req: IncomingMessage) => void req.resume());
    const { port, ends } = await layered(async (asked) =>
      layer.process(asked, { handle: () => answer() }),
    );
    const wire = new Wire(port).send(`${HEAD}ZZ\r\n`);
    await wire.untilClosed();
    expect(seen(wire)).toEqual([[400, undefined, LAST, 'Bad Request']]);
    expect(ends).toMatchObject([{ status: 400, error: { code: 'BODY_FRAMING_INVALID' } }]);
  });
});

describe('behind a request that is being handled', () => {
  /** A server that responds to GET once `open` is called, and to POST with its body. */
  async function withHeldGet() {
    const { opened, open } = gate();
    const served = await layered(async (asked) => {
      if (asked.getMethod() === 'POST') return text(asked);
      await opened;
      return answer('first');
    });
    return { ...served, open };
  }

  it.each([
    ['a body that is malformed', `${HEAD}ZZ\r\n`, [400, 'seen', LAST, 'BODY_FRAMING_INVALID']],
    ['a request that is malformed', 'GARBAGE\r\n\r\n', [400, undefined, LAST, '']],
  ])('%s is responded to in order', async (_, bytes, last) => {
    const { port, ends, open } = await withHeldGet();
    const wire = new Wire(port).send(get() + bytes);
    const beside = new Wire(port).send('GARBAGE\r\n\r\n');
    await beside.untilClosed();
    wire.send('and more');
    open();
    await wire.untilClosed();
    expect(seen(wire)).toEqual([[200, 'seen', ['keep-alive'], 'first'], last]);
    expect(ends[0]).toMatchObject({ status: 200, error: null });
  });

  it('a body that is cut off is responded to in order', async () => {
    const { port, begun, open } = await withHeldGet();
    const wire = new Wire(port).send(get() + HEAD + BEGUN);
    await begun.opened;
    wire.socket.end();
    const beside = new Wire(port).send('GARBAGE\r\n\r\n');
    await beside.untilClosed();
    open();
    await wire.untilClosed();
    expect(seen(wire)).toEqual([
      [200, 'seen', ['keep-alive'], 'first'],
      [400, undefined, LAST, ''],
    ]);
  });

  it('a body that is malformed is refused once if its request had to wait', async () => {
    const { opened, open } = gate();
    const options = { limits: { pipelinedRequests: 1 } };
    const { port } = await layered(async () => opened.then(() => answer('first')), options);
    const wire = new Wire(port).send(`${get()}${HEAD}ZZ\r\n`);
    const beside = new Wire(port).send('GARBAGE\r\n\r\n');
    await beside.untilClosed();
    open();
    await wire.untilClosed();
    expect(seen(wire)).toEqual([
      [200, 'seen', ['keep-alive'], 'first'],
      [400, undefined, LAST, 'Bad Request'],
    ]);
  });
});

describe('over HTTP/2', () => {
  const post = [...request('POST'), ['content-length', '9']] as const;

  // Node resets the stream, so that no response can be sent.
  it.each<[string, (wire: FrameWire) => unknown]>([
    ['is shorter than its Content-Length', (wire) => wire.frame(DATA, END_STREAM, 1, 'abc')],
    ['is longer than its Content-Length', (wire) => wire.frame(DATA, 0, 1, 'x'.repeat(10))],
    ['has a pseudo-header as a trailer', (wire) => wire.headers(1, END_STREAM, [':path', '/'])],
    ['has a trailer in upper case', (wire) => wire.headers(1, END_STREAM, ['X', 'y'])],
    ['has trailers before its end', (wire) => wire.headers(1, 0, ['x', 'y'])],
  ])('the client of a body that %s has disconnected', async (_, send) => {
    const { port, ends, errors, begun } = await layered(text, { http2: true });
    const wire = new FrameWire(port).headers(1, 0, ...post);
    await begun.opened;
    send(wire);
    await waitFor(() => ends.length === 1);
    expect(ends).toMatchObject([{ status: null, bytes: 0, error: { code: 'REQUEST_ABORTED' } }]);
    await wire.hearFrame(({ type }) => type === RST_STREAM);
    expect(wire.frames.some(({ type }) => type === HEADERS)).toBe(false);
    expect(errors).toEqual([]);
    wire.destroy();
  });

  it('a body that does not arrive in time fails, and the handler responds', async () => {
    const limits = { requestTimeout: 60, headersTimeout: 50, checkInterval: 10 };
    const { port, ends } = await layered(text, { http2: true, limits });
    const wire = new FrameWire(port).headers(1, 0, ...post);
    await waitFor(() => ends.length === 1);
    expect(ends).toEqual([{ status: 408, bytes: 12, error: null, time }]);
    const body = await wire.hearFrame(({ type }) => type === DATA);
    expect(body.payload.toString()).toBe('BODY_TIMEOUT');
    wire.destroy();
  });
});
