import { connect as connectPlain } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ask, client, closeClients, seen } from './http2-client.js';
import {
  CONTINUATION,
  END_HEADERS,
  END_STREAM,
  fieldBlock,
  FrameWire,
  GOAWAY,
  HEADERS,
  request,
  RST_STREAM,
} from './http2-wire.js';
import { answer, closeServers, gate, type Handle, serving, sleep } from './serving.js';
import { waitForEvent } from './wait-for.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

const served = (handle: Handle, limits = {}) => serving(handle, { http2: true, limits });

/** A server that says how long a body was. */
const servingLengths = (limits = {}) =>
  served(async (asked) => answer(String((await asked.getBody().getContents()).length)), limits);

describe('limits over HTTP/2', () => {
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, 'y']));

  it.each([
    ['199 fields and Host', fields(199), 200],
    ['200 fields and Host', fields(200), 431],
    ['a head of 15 KiB', { x: 'y'.repeat(15_000) }, 200],
    ['a head of 17 KiB', { x: 'y'.repeat(17_000) }, 431],
    ['a head of 60 KiB', { x: 'y'.repeat(60_000) }, 431],
    ['a target of 8,192', { ':path': `/${'x'.repeat(8_191)}` }, 200],
    ['a target of 8,193', { ':path': `/${'x'.repeat(8_192)}` }, 414],
  ])('respond with %s', async (_, headers, status) => {
    const { url } = await servingLengths();
    const session = client(url);
    expect((await ask(session, headers)).status).toBe(status);
    expect((await ask(session)).status).toBe(200);
  });

  it.each([
    [0, 200],
    [1, 431],
  ])(
    'count the request line and headers as over HTTP/1.1: %i bytes over them',
    async (over, status) => {
      const { port } = await servingLengths();
      const counted = request().reduce(
        (sum, [name, value]) => sum + name.length + value.length + 4,
        0,
      );
      const value = 'y'.repeat(16_384 + over - counted - 'x'.length - 4);
      const wire = new FrameWire(port).headers(1, END_STREAM, ...request(), ['x', value]);
      const { payload } = await wire.hearFrame(
        ({ type, stream }) => type === HEADERS && stream === 1,
      );
      expect(payload.toString('latin1')).toContain(status === 431 ? '431' : '\x88');
      wire.destroy();
    },
  );

  it('respond to a header far over them, in many frames', async () => {
    const { port } = await servingLengths();
    const wire = new FrameWire(port);
    wire.frame(HEADERS, END_STREAM, 1, fieldBlock(...request()));
    for (let i = 0; i < 4; i++) {
      const block = fieldBlock(['x', 'y'.repeat(12_000)]);
      wire.frame(CONTINUATION, i === 3 ? END_HEADERS : 0, 1, block);
    }
    const { payload } = await wire.hearFrame(
      ({ type, stream }) => type === HEADERS && stream === 1,
    );
    expect(payload.toString('latin1')).toContain('431');
    wire.destroy();
  });

  it('reset a stream with more than twice the fields', async () => {
    const { url } = await servingLengths();
    const session = client(url);
    const { status, code } = await ask(session, fields(1_000));
    expect([status, code]).toEqual([0, 11]); // ENHANCE_YOUR_CALM
    expect((await ask(session)).status).toBe(200);
  });

  it('close the connection of an endless header', async () => {
    const { port } = await servingLengths();
    const wire = new FrameWire(port).frame(HEADERS, END_STREAM, 1, fieldBlock(...request()));
    for (let i = 0; i < 2_000 && !wire.closed; i++) {
      wire.frame(CONTINUATION, 0, 1, fieldBlock(['x', 'y'.repeat(1_000)]));
      if (i % 50 === 0) await sleep(1);
    }
    await wire.untilClosed();
  });

  it('refuse more concurrent streams than they allow', async () => {
    let running = 0;
    const { opened, open } = gate();
    const handle: Handle = () => {
      running++;
      return opened.then(() => answer('x'));
    };
    const { port } = await served(handle, { streamsPerConnection: 3 });
    const wire = new FrameWire(port);
    for (let stream = 1; stream < 12; stream += 2) wire.headers(stream, END_STREAM, ...request());
    const refused = await wire.hearFrame(({ type }) => type === RST_STREAM || type === GOAWAY);
    expect([refused.type, refused.payload[3], running]).toEqual([RST_STREAM, 7, 3]);
    open();
    wire.destroy();
  });

  it('limit a body that is read as a whole, with or without a stated length', async () => {
    const { url } = await servingLengths({ bodyInMemory: 10 });
    const session = client(url);
    for (const headers of [{ 'content-length': '11' }, {}]) {
      const stream = session.request({ ':method': 'POST', ...headers });
      stream.end('12345678901');
      expect((await seen(stream)).status).toBe(413);
    }
    const stream = session.request({ ':method': 'POST' });
    stream.end('1234567890');
    expect((await seen(stream)).body).toBe('10');
  });

  it.each([
    ['bodyIdleTimeout', 408, { bodyIdleTimeout: 60 }],
    ['bodyTimeout', 408, { bodyTimeout: 60 }],
    // Node wants a shorter one for the header, and takes that by the clock.
    ['requestTimeout', 408, { headersTimeout: 1_500, requestTimeout: 1_500 }],
  ])('of time: %s responds with %i', async (_, status, limits) => {
    const { url } = await servingLengths({ ...limits, checkInterval: 20 });
    const stream = client(url).request({ ':method': 'POST' });
    stream.write('x');
    expect((await seen(stream)).status).toBe(status);
  });

  it('of time: handlerTimeout responds with 503 if the handler does not read', async () => {
    const limits = { handlerTimeout: 60, checkInterval: 20 };
    const { url } = await served(() => new Promise<never>(() => undefined), limits);
    const stream = client(url).request({ ':method': 'POST' });
    stream.write('x');
    expect((await seen(stream)).status).toBe(503);
  });

  it.each([
    ['that is silent', '', { headersTimeout: 80 }],
    ['that only begins to send', 'PR', { headersTimeout: 80 }],
    ['without a request', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', { headersTimeout: 80 }],
  ])('close a connection %s', async (_, text, limits) => {
    const { port } = await servingLengths({ ...limits, checkInterval: 20 });
    const socket = connectPlain({ port, host: '127.0.0.1', allowHalfOpen: true });
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket
      .on('error', () => undefined)
      .on('end', () => socket.end())
      .resume();
    socket.write(text);
    await waitForEvent('the connection to close', closed);
  });

  it('close a connection that is idle after its requests, and one after its maximum number of requests', async () => {
    const { port } = await servingLengths({ keepAliveTimeout: 60, checkInterval: 20 });
    const idle = new FrameWire(port).headers(1, END_STREAM, ...request());
    await idle.hearFrame(({ type }) => type === GOAWAY);
    await idle.untilClosed();
    const { url } = await servingLengths({ requestsPerSocket: 2 });
    const session = client(url);
    const closed = new Promise((resolve) => session.on('close', resolve));
    const answers = await Promise.all([ask(session), ask(session)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await waitForEvent('the connection to close', closed);
  });
});
