/** Bodies both ways: every byte, at the pace of the slower side, and no further than somebody reads. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { ServerRequestInterface } from '@mortise/http-message';
import { createApp, parseBody, serve } from 'mortise';
import { waitFor, waitForEvent } from '../../../tooling/testing/wait-for.js';
import { proxy } from '../src/index.js';
import { closeServers, codeOf, listening, rawUpstream, send, served, upstream } from './served.js';
import { implementations } from '../../../tooling/testing/implementations.js';

afterEach(closeServers);

/** Sends back what it receives, with the headers that frame it. */
async function echo(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = Buffer.concat(await incoming.toArray());
  const { 'content-length': length = '-', 'transfer-encoding': coding = '-' } = incoming.headers;
  outgoing.setHeader('X-Framing', `${incoming.method} ${length} ${coding}`);
  outgoing.end(body);
}

describe.each(implementations)('with %s', (_, factories) => {
  it.each([
    ['POST', 'hello', { 'Content-Length': '5' }, 'POST 5 -'],
    ['DELETE', 'hello', { 'Content-Length': '5' }, 'DELETE 5 -'],
    ['QUERY', 'hello', { 'Content-Length': '5' }, 'QUERY 5 -'],
    ['POST', 'hello', { 'Transfer-Encoding': 'chunked' }, 'POST - chunked'],
    ['POST', '', { 'Content-Length': '0' }, 'POST 0 -'],
    ['GET', '', {}, 'GET - -'],
  ] as const)('forwards %s with the body "%s" and %j', async (method, body, framed, framing) => {
    const target = await upstream((incoming, outgoing) => void echo(incoming, outgoing));
    const { url } = await served({ target }, factories);
    const headers = { 'Content-Type': 'text/plain', ...framed };
    const response = await send(url, '/', { method, headers, body });
    expect([response.headers['x-framing'], response.body]).toEqual([framing, body]);
  });

  it('passes every byte of large bodies', async () => {
    const target = await upstream((incoming, outgoing) => void echo(incoming, outgoing));
    const { url } = await served({ target }, factories);
    const body = randomBytes(3_000_000);
    const response = await send(url, '/', { method: 'PUT', body });
    expect(response.body === body.toString('latin1')).toBe(true);
  });

  it.each([
    ['\u20ac', 'utf8', 'Not Found'],
    ['\u00e9', 'utf8', 'Not Found'],
    ['caf\u00e9 \u00ff', 'utf8', 'Not Found'],
    ['\u00e9', 'latin1', 'Not Found'],
    ['Not\tHere ~', 'utf8', 'Not\tHere ~'],
  ] as const)(
    'passes a response with the reason %j in %s as %j',
    async (given, encoding, reason) => {
      const target = await rawUpstream((socket) => {
        socket.write(`HTTP/1.1 404 ${given}\r\nContent-Length: 2\r\n\r\nok`, encoding);
      });
      const { url } = await served({ target }, factories);
      expect(await send(url, '/')).toMatchObject({ status: 404, reason, body: 'ok' });
    },
  );

  it.each([
    ['a small body only when it is complete', 65_536, '', ['GET', 'POST']],
    ['a larger body as it arrives', 65_537, '', ['POST', 'GET']],
    ['a body of unknown size as it arrives', null, '', ['POST', 'GET']],
    ['a body that waits for 100 Continue', 65_536, 'Expect: 100-continue\r\n', ['POST', 'GET']],
  ])('sends the target %s', async (_what, size, expectation, order) => {
    const methods: string[] = [];
    const target = await upstream((incoming, outgoing) => {
      methods.push(String(incoming.method));
      incoming.resume().once('end', () => outgoing.end('done'));
    });
    const { url } = await served({ target }, factories);
    const client = connect(Number(new URL(url).port), '127.0.0.1');
    let heard = '';
    client.on('data', (bytes) => (heard += bytes.toString('latin1')));
    const framing = size === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${size}`;
    const part = (bytes: string) =>
      size === null ? `${bytes.length.toString(16)}\r\n${bytes}\r\n` : bytes;
    const rest = 'x'.repeat((size ?? 70_000) - 1);
    client.write(`POST / HTTP/1.1\r\nHost: a\r\n${expectation}${framing}\r\n\r\n${part('x')}`);
    if (order[0] === 'POST') await waitFor(() => methods.length === 1);
    // The other request arrives later, and is complete before the rest of the body is sent.
    else await send(url, '/');
    expect((await send(url, '/')).body).toBe('done');
    client.write(part(rest) + (size === null ? '0\r\n\r\n' : ''));
    await waitFor(() => heard.includes('done'));
    client.destroy();
    expect([...new Set(methods)]).toEqual(order);
  });

  it('closes the connection to the target at once if the body of a request is malformed', async () => {
    let begun = false;
    let ended = false;
    const target = await rawUpstream((socket) => {
      begun = true;
      socket.on('close', () => (ended = true));
    });
    const { port } = await served({ target }, factories);
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let heard = '';
    client.on('data', (bytes) => (heard += bytes.toString('latin1')));
    client.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n');
    await waitFor(() => begun);
    client.write('ZZ\r\n');
    await waitFor(() => ended && client.readableEnded);
    client.destroy();
    expect(heard).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[^]*Connection: close\r\n/);
    expect(heard).toContain('"code":"BODY_FRAMING_INVALID"');
  });

  it.each([
    ['HEAD of 1000 bytes', 'HEAD', 200, { 'Content-Length': '1000', ETag: '"7"' }],
    ['304 with a length', 'GET', 304, { 'Content-Length': '1000', ETag: '"7"' }],
    ['204', 'GET', 204, { ETag: '"7"' }],
  ])('passes a response without a body: %s', async (_name, method, status, headers) => {
    const target = await upstream((_incoming, outgoing) => {
      outgoing.writeHead(status, headers).end();
    });
    const { url } = await served({ target }, factories);
    const response = await send(url, '/', { method });
    expect(response).toMatchObject({ status, body: '', cut: '' });
    expect(response.headers).toMatchObject(
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    );
  });

  it('passes a body that ends with the connection', async () => {
    const target = await rawUpstream((socket) => {
      socket.end('HTTP/1.0 200 OK\r\n\r\nall of it');
    });
    const { url } = await served({ target }, factories);
    expect(await send(url, '/')).toMatchObject({ status: 200, body: 'all of it', cut: '' });
  });

  it('passes each part of a response as soon as it is there', async () => {
    const parts: ServerResponse[] = [];
    const target = await upstream((_incoming, outgoing) => {
      parts.push(outgoing);
      outgoing.write('one');
    });
    const { url } = await served({ target }, factories);
    const sent = request(url).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let got = '';
    response.on('data', (chunk: Buffer) => (got += chunk.toString()));
    await waitFor(() => got === 'one');
    parts[0]?.end('two');
    await waitForEvent('the end', once(response, 'end'));
    expect(got).toBe('onetwo');
  });

  it('frames a body that a layer has replaced by its own size', async () => {
    const target = await upstream((incoming, outgoing) => void echo(incoming, outgoing));
    const app = createApp({ factories, logger: { error: () => undefined, info: () => undefined } });
    const handler = proxy({ target });
    async function* chunks() {
      yield await Promise.resolve(Buffer.alloc(100_000));
    }
    const replaced = (received: ServerRequestInterface) => {
      const body = factories.createStreamFromResource(chunks());
      body.getSize = () => 100_000;
      return handler.handle(received.withBody(body));
    };
    app.post('/', replaced, { body: false });
    const server = await serve(app, { port: 0 });
    const { headers } = await send(server.url, '/', { method: 'POST', body: 'hello' });
    await server.close();
    await handler.close();
    expect(headers['x-framing']).toBe('POST 100000 -');
  });

  it('says that a body cannot be forwarded a second time', async () => {
    const target = await upstream((incoming, outgoing) => void echo(incoming, outgoing));
    const app = createApp({ factories, logger: { error: () => undefined, info: () => undefined } });
    const handler = proxy({ target });
    const twice = async (received: ServerRequestInterface) => {
      const response = await handler.handle(received);
      await expect(handler.handle(received)).rejects.toMatchObject({
        code: 'PROXY_BODY_READ',
        message: 'the request body has already been forwarded: repeat only requests without a body',
      });
      return response;
    };
    app.post('/', twice, { body: false });
    const server = await serve(app, { port: 0 });
    const { status } = await send(server.url, '/', { method: 'POST', body: 'a'.repeat(200_000) });
    await server.close();
    await handler.close();
    expect(status).toBe(200);
  });

  it('forwards a body that a parser has read and kept, and refuses one that was read', async () => {
    const target = await upstream((incoming, outgoing) => void echo(incoming, outgoing));
    const logger = { error: () => undefined, info: () => undefined };
    const app = createApp({ factories, body: {}, logger, errors: { format: 'problem' } });
    const handler = proxy({ target });
    app.post('/parsed', async (received) => handler.handle(await parseBody(received)));
    app.post(
      '/read',
      async (received) => {
        await received.getBody().getContents();
        return handler.handle(received);
      },
      { body: false },
    );
    const server = await serve(app, { port: 0 });
    const headers = { 'Content-Type': 'application/json' };
    const options = { method: 'POST', body: '{"a":1}', headers };
    const parsed = await send(server.url, '/parsed', options);
    const read = await send(server.url, '/read', options);
    await server.close();
    await handler.close();
    expect([parsed.status, parsed.body]).toEqual([200, '{"a":1}']);
    expect([read.status, codeOf(read)]).toEqual([500, 'PROXY_BODY_READ']);
  });

  it('stops reading a target that sends faster than the client reads, and cuts it when the client leaves', async () => {
    let sent = 0;
    let closed = 0;
    const chunk = Buffer.alloc(65_536);
    const target = await upstream((_incoming, outgoing) => {
      const more = (): void => {
        do sent += chunk.length;
        while (!outgoing.destroyed && outgoing.write(chunk));
      };
      outgoing.on('drain', more).on('close', () => closed++);
      more();
    });
    const { url } = await served({ target }, factories);
    const client = connect(Number(new URL(url).port), '127.0.0.1');
    client.on('error', () => undefined);
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    let before = -1;
    await waitFor(async () => {
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return sent > 0 && sent === before;
    });
    // What the sockets of the kernel hold, and the queues between them.
    expect(sent).toBeLessThan(40_000_000);
    client.destroy();
    await waitFor(() => closed === 1);
  });

  it('stops reading a client that sends faster than the target reads', async () => {
    const paused: IncomingMessage[] = [];
    const target = await upstream((incoming) => {
      paused.push(incoming.on('error', () => undefined));
    });
    const { url } = await served({ target }, factories);
    const sending = request(url, { method: 'POST', headers: { 'Transfer-Encoding': 'chunked' } });
    sending.on('error', () => undefined);
    let sent = 0;
    const chunk = Buffer.alloc(65_536);
    const more = (): void => {
      do sent += chunk.length;
      while (!sending.destroyed && sending.write(chunk));
    };
    sending.on('drain', more);
    more();
    let before = -1;
    await waitFor(async () => {
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return paused.length === 1 && sent === before;
    });
    expect(sent).toBeLessThan(40_000_000);
    sending.destroy();
    paused[0]?.resume();
    await waitFor(() => paused[0]?.errored !== null);
  });

  it('cuts the request to the target when the client leaves before the response', async () => {
    let reached = 0;
    let closed = 0;
    const target = await upstream((_incoming, outgoing) => {
      reached++;
      outgoing.on('close', () => closed++);
    });
    const { url, errors } = await served({ target }, factories);
    const sent = request(url).end();
    sent.on('error', () => undefined);
    await waitFor(() => reached === 1);
    sent.destroy();
    await waitFor(() => closed === 1);
    expect(errors.map(([error]) => (error as { code?: unknown }).code)).not.toContain(
      'UPSTREAM_FAILED',
    );
  });

  it('lets a client that expects 100-continue send its body, and does not forward the expectation', async () => {
    const expectations: unknown[] = [];
    const server = createServer((incoming, outgoing) => void echo(incoming, outgoing));
    server.on('checkContinue', () => expectations.push('forwarded'));
    const { url } = await served({ target: await listening(server) }, factories);
    const sent = request(url, {
      method: 'POST',
      headers: { Expect: '100-continue', 'Content-Length': 4 },
    });
    sent.flushHeaders();
    await waitForEvent('100 Continue', once(sent, 'continue'));
    sent.end('body');
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(Buffer.concat(await response.toArray()).toString()).toBe('body');
    expect(expectations).toEqual([]);
  });
});
