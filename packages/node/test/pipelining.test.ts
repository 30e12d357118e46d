import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { factories } from '@mortise/message';
import { toListener, type UpgradeListener } from '../src/index.js';
import { rawExchangeOf } from '../src/request/raw-exchange.js';
import { bodiesOf, repeated, settled } from './pipelined.js';
import { answer, closeServers, gate, serving } from './serving.js';
import { waitFor, waitForEvent } from './wait-for.js';
import { get, readResponses, Wire } from './wire.js';

afterEach(closeServers);

/** A server whose handlers wait for the test, and answer with the path. */
async function waiting(limits = {}, options = {}) {
  const { opened, open } = gate();
  const paths: string[] = [];
  let bytesRead = () => 0;
  const server = await serving(
    async (request) => {
      const socket = rawExchangeOf(request)?.incoming.socket;
      bytesRead = () => socket?.bytesRead ?? 0;
      paths.push(request.getRequestTarget());
      await opened;
      return answer(request.getRequestTarget());
    },
    { limits, ...options },
  );
  return {
    port: server.port,
    close: () => server.close(),
    paths,
    open,
    bytesRead: () => bytesRead(),
  };
}

describe('a client that pipelines', () => {
  it.each([
    [{}, 16],
    [{ pipelinedRequests: 3 }, 3],
    [{ pipelinedRequests: 1 }, 1],
    [{ pipelinedRequests: 0 }, 1],
  ])('has as many requests handled concurrently as the limit allows: %j', async (limits, count) => {
    const { port, paths, open } = await waiting(limits);
    const wire = new Wire(port).send(repeated(50));
    await waitFor(() => paths.length === count);
    await settled(port);
    expect(paths).toHaveLength(count);
    open();
    const all = Array.from({ length: 50 }, (_, i) => `/${i}`);
    expect(await bodiesOf(wire, 50)).toEqual(all);
    expect(paths).toEqual(all);
    wire.destroy();
  });

  it.each([
    [2, 2],
    [3, 3],
    [4, 3],
  ])('with %i of 3 allowed requests has %i handled', async (sent, handled) => {
    const { port, paths, open } = await waiting({ pipelinedRequests: 3 });
    const wire = new Wire(port).send(repeated(sent));
    await waitFor(() => paths.length === handled);
    await settled(port);
    expect(paths).toHaveLength(handled);
    open();
    expect(await bodiesOf(wire, sent)).toHaveLength(sent);
    wire.destroy();
  });

  it('has no more handled by a listener of another server', async () => {
    const { opened, open } = gate();
    let handled = 0;
    const handle = () => {
      handled++;
      return opened.then(() => answer('x'));
    };
    const server = createServer(toListener({ handle }, { factories })).listen(0, '127.0.0.1');
    await waitForEvent('the server to listen', once(server, 'listening'));
    const { port } = server.address() as AddressInfo;
    const wire = new Wire(port).send(repeated(50));
    await waitFor(() => handled === 16);
    await settled(port);
    expect(handled).toBe(16);
    open();
    expect(await bodiesOf(wire, 50)).toHaveLength(50);
    wire.destroy();
    server.close();
  });

  it('is not read further while a request waits', async () => {
    const { port, paths, open, bytesRead } = await waiting();
    const wire = new Wire(port).send(repeated(900, `X: ${'x'.repeat(4_000)}`));
    await waitFor(() => paths.length === 16);
    await settled(port);
    expect(bytesRead()).toBeLessThan(1_000_000);
    expect(wire.socket.bytesWritten - wire.socket.writableLength).toBeGreaterThan(bytesRead());
    open();
    expect(await bodiesOf(wire, 900)).toHaveLength(900);
    wire.destroy();
  });

  it('is not read further while it receives a large response', async () => {
    const { opened, open } = gate();
    let handled = 0;
    let bytesRead = () => 0;
    const { port } = await serving((request) => {
      handled++;
      const socket = rawExchangeOf(request)?.incoming.socket;
      bytesRead = () => socket?.bytesRead ?? 0;
      const large = request.getRequestTarget() === '/large';
      return large ? answer('x'.repeat(20_000_000)) : opened.then(() => answer('x'));
    });
    const socket = connect(port, '127.0.0.1');
    socket.write(get('/large'));
    await waitFor(() => handled === 1);
    const first = repeated(40);
    socket.write(first);
    await waitFor(() => bytesRead() > first.length);
    socket.resume(); // what comes is not kept
    await waitFor(() => handled === 17);
    const before = bytesRead();
    socket.write(repeated(900, `X: ${'x'.repeat(4_000)}`));
    await settled(port);
    expect(bytesRead()).toBe(before);
    open();
    await waitFor(() => handled === 941);
    socket.destroy();
  });

  it('gets the bodies of waiting requests read, and 100 Continue in order', async () => {
    const { opened, open } = gate();
    const { port } = await serving(
      async (request) => {
        await opened;
        return answer(await request.getBody().getContents());
      },
      { limits: { pipelinedRequests: 2 } },
    );
    const body = 'b'.repeat(300_000);
    const post = (...fields: string[]) => get('/', ...fields).replace('GET', 'POST');
    const wire = new Wire(port).send(
      repeated(3) + post(`Content-Length: ${body.length}`) + body + repeated(2),
    );
    wire.send(post('Content-Length: 4', 'Expect: 100-continue'));
    await settled(port);
    expect(wire.heard).toBe('');
    open();
    await wire.hear((text) => text.includes(' 100 '));
    const seen = readResponses(wire.heard, false);
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 100]);
    expect(seen[3]?.body).toHaveLength(300_000);
    wire.send('late');
    await wire.hear((text) => text.endsWith('late'));
    wire.destroy();
  });

  it('has no waiting request handled after its connection is closed', async () => {
    const paths: string[] = [];
    const { port } = await serving(
      async (request) => {
        paths.push(request.getRequestTarget());
        await Promise.resolve();
        rawExchangeOf(request)?.incoming.socket.destroy();
        return answer('never');
      },
      { limits: { pipelinedRequests: 2 } },
    );
    const wire = new Wire(port).send(repeated(50));
    await wire.untilClosed();
    await settled(port);
    expect(paths).toEqual(['/0', '/1']);
  });

  it.each([1, 16])(
    'gets responses to all waiting requests when the server closes: %i at a time',
    async (pipelinedRequests) => {
      const { port, paths, open, close } = await waiting(
        { pipelinedRequests },
        { closeTimeout: 600_000 },
      );
      const wire = new Wire(port).send(repeated(50));
      await waitFor(() => paths.length === pipelinedRequests);
      const closed = close();
      open();
      await waitForEvent('the server to close', closed);
      const responses = readResponses(await wire.untilClosed(), true);
      expect(responses.map(({ body }) => body.toString())).toEqual(
        Array.from({ length: 50 }, (_, i) => `/${i}`),
      );
    },
  );

  it('has no request handled after the last one of its connection', async () => {
    const { port, paths, open } = await waiting({ pipelinedRequests: 2, requestsPerSocket: 5 });
    const wire = new Wire(port).send(repeated(50));
    await waitFor(() => paths.length === 2);
    open();
    expect(readResponses(await wire.untilClosed(), true)).toHaveLength(5);
    expect(paths).toHaveLength(5);
  });
});

describe('after requests that wait', () => {
  const statuses = (text: string) => text.match(/(?<=HTTP\/1\.1 )\d+/g);
  const twenties = Array.from({ length: 20 }, () => '200');

  it.each([
    ['a malformed request is refused', 'GARBAGE\r\n\r\n', '400'],
    ['a request too large is refused', `GET /${'x'.repeat(17_000)}`, '414'],
    [
      'a request with a malformed body is refused',
      `${get('/', 'Transfer-Encoding: chunked').replace('GET', 'POST')}zz\r\n`,
      '400',
    ],
    ['CONNECT is refused', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', '501'],
  ])('%s after their responses', async (_, request, status) => {
    const { port, paths, open } = await waiting({ pipelinedRequests: 3 });
    const wire = new Wire(port).send(repeated(20) + request);
    await waitFor(() => paths.length === 3);
    wire.send('and more');
    await settled(port);
    open();
    expect(statuses(await wire.untilClosed())).toEqual([...twenties, status]);
    expect(paths).toHaveLength(20);
    wire.destroy();
  });

  it('a malformed request is refused once, whatever follows it', async () => {
    const first = gate();
    const last = gate();
    const { port } = await serving(
      async (request) => {
        await (request.getRequestTarget() === '/5' ? last : first).opened;
        return answer('x');
      },
      { limits: { pipelinedRequests: 3 } },
    );
    const wire = new Wire(port).send(`${repeated(6)}GARBAGE`);
    await settled(port);
    wire.send('and more');
    first.open();
    await bodiesOf(wire, 5);
    await settled(port);
    last.open();
    expect(statuses(await wire.untilClosed())).toEqual([...twenties.slice(0, 6), '400']);
    wire.destroy();
  });

  it('a header that does not arrive in time is refused after their responses', async () => {
    // Node takes it by the clock: the first requests must be there in time on a busy machine.
    const limits = { pipelinedRequests: 3, headersTimeout: 1_500, checkInterval: 10 };
    const { port, paths, open } = await waiting(limits);
    const wire = new Wire(port).send(`${repeated(20)}GET / HT`);
    await waitFor(() => paths.length === 3);
    const late = new Wire(port).send('GET / HT');
    await late.untilClosed();
    open();
    expect(statuses(await wire.untilClosed())).toEqual([...twenties, '408']);
    wire.destroy();
    late.destroy();
  });

  it('an upgraded connection is handed over after their responses, with all that was sent', async () => {
    const upgrade: UpgradeListener = (__, socket, head) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
      socket.write(head);
      socket.on('data', (chunk) => socket.write(chunk));
    };
    const { port, paths, open } = await waiting({ pipelinedRequests: 3 }, { upgrade });
    const webSocket = get('/', 'Connection: Upgrade', 'Upgrade: websocket');
    const wire = new Wire(port).send(`${repeated(20)}${webSocket}early`);
    await waitFor(() => paths.length === 3);
    wire.send(' and late');
    await settled(port);
    open();
    await wire.hear((text) => text.endsWith('early and late'));
    expect(statuses(wire.heard)).toEqual([...twenties, '101']);
    wire.destroy();
  });
});
