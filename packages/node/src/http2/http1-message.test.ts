import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { closeClients } from '../../test/http2-client.js';
import { arrivedExchange, arrivedPost, closeBareHttp2 } from '../../test/http2-streams.js';
import { DATA, RST_STREAM } from '../../test/http2-wire.js';
import { waitFor, waitForEvent } from '../../test/wait-for.js';
import { http1MessageOf } from './http1-message.js';

afterEach(() => {
  closeClients();
  closeBareHttp2();
});

const CANCEL = Buffer.of(0, 0, 0, 8);
const post = { ':method': 'POST', ':path': '/a?b', ':authority': 'c' };

/** The message of a request that has a body. */
async function posted(headers = {}) {
  const exchange = await arrivedExchange({ ...post, ...headers }, false);
  return { ...exchange, message: http1MessageOf(exchange.request) };
}

/** A member that Node has deprecated, and Express still reads. */
function isAborted(message: IncomingMessage): unknown {
  return Reflect.get(message, 'aborted');
}

async function textOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message) text += String(chunk);
  return text;
}

describe('http1MessageOf', () => {
  it('returns a request over HTTP/1.1 unchanged', () => {
    const incoming = Object.assign(new IncomingMessage(new Socket()), { httpVersionMajor: 1 });
    expect(http1MessageOf(incoming)).toBe(incoming);
  });

  it('returns the same message for a request, of the class of node:http, with all members', async () => {
    const { message, request, socket } = await posted({ 'x-d': 'e' });
    expect(http1MessageOf(request)).toBe(message);
    expect(message).toBeInstanceOf(IncomingMessage);
    const { httpVersion, httpVersionMajor, httpVersionMinor, method, url, rawHeaders } = message;
    expect({ httpVersion, httpVersionMajor, httpVersionMinor, method, url, rawHeaders }).toEqual({
      httpVersion: '2.0',
      httpVersionMajor: 2,
      httpVersionMinor: 0,
      method: 'POST',
      url: '/a?b',
      rawHeaders: ['host', 'c', 'x-d', 'e'],
    });
    expect(message.socket).toBe(socket);
  });

  it.each([
    ['chunked, for a body without a length', false, {}, { 'transfer-encoding': 'chunked' }],
    [
      'only the length, if it is known',
      false,
      { 'content-length': '4' },
      { 'content-length': '4' },
    ],
    ['neither, without a body', true, {}, {}],
  ])(
    'has the headers without pseudo-headers, with Host, and %s',
    async (_, ends, given, framing) => {
      const { request } = await arrivedExchange({ ...post, ...given, 'x-d': 'e' }, ends);
      expect({ ...http1MessageOf(request).headers }).toEqual({ host: 'c', 'x-d': 'e', ...framing });
    },
  );

  it('ends at once without a body, even if its stream has closed, and is complete from the beginning', async () => {
    const { request } = await arrivedExchange();
    const message = http1MessageOf(request);
    expect(message.complete).toBe(true);
    request.stream.destroy();
    await waitFor(() => request.destroyed);
    expect(await waitForEvent('the end', textOf(message))).toBe('');
  });

  it('keeps a body that has arrived until it is read, even if its stream has closed', async () => {
    const { message, asked, stream } = await posted();
    message.on('readable', () => undefined);
    asked.end('body');
    await waitFor(() => message.complete);
    stream.respond({ ':status': 200 });
    stream.end();
    await waitFor(() => stream.destroyed);
    await new Promise((resolve) => setImmediate(resolve));
    message.removeAllListeners('readable');
    expect(await waitForEvent('the end', textOf(message))).toBe('body');
    expect(isAborted(message)).toBe(false);
  });

  it('passes on the body, is complete at its end, and is not aborted when it is destroyed then', async () => {
    const { message, asked } = await posted();
    const onAborted = jest.fn();
    message.on('aborted', onAborted);
    asked.write('bo');
    const text = textOf(message);
    await waitForEvent('data', once(message, 'readable'));
    expect(message.complete).toBe(false);
    asked.end('dy');
    expect(await waitForEvent('the end', text)).toBe('body');
    message.destroy();
    await waitFor(() => message.closed);
    expect([message.complete, isAborted(message), onAborted.mock.calls]).toEqual([true, false, []]);
  });

  it('reads no more of a body than fits, until that is read', async () => {
    const { message, request, asked } = await posted();
    asked.end(Buffer.alloc(1_000_000, 'x'));
    message.on('readable', () => undefined);
    await waitFor(() => request.isPaused());
    expect(message.readableLength).toBeLessThan(200_000);
    message.removeAllListeners('readable');
    expect((await waitForEvent('the end', textOf(message))).length).toBe(1_000_000);
  });

  it('is aborted, with an error for its listeners, if the client aborts the body', async () => {
    const { message, wire } = await begun();
    const events: unknown[] = [];
    message.on('aborted', () => events.push('aborted'));
    message.on('error', (error) => events.push(error));
    wire.frame(RST_STREAM, 0, 1, CANCEL);
    await waitFor(() => message.closed);
    expect(events).toEqual(['aborted', expect.objectContaining({ code: 'REQUEST_ABORTED' })]);
    expect([isAborted(message), message.complete]).toEqual([true, false]);
  });

  it('does not fail without a listener for that error', async () => {
    const { message, wire } = await begun();
    wire.frame(RST_STREAM, 0, 1, CANCEL);
    await waitFor(() => message.closed);
    expect(isAborted(message)).toBe(true);
  });

  it('is aborted if the stream is closed without an error before the body has ended', async () => {
    const { message, request } = await begun();
    request.destroy();
    await waitFor(() => message.closed);
    expect([isAborted(message), message.complete, message.errored]).toEqual([true, false, null]);
  });
});

describe('a message that no code reads', () => {
  it.each([
    ['without a body', true],
    ['with one', false],
  ])('%s ends and closes, not aborted, after its response', async (_, ends) => {
    const { request, stream, asked } = await arrivedExchange(post, ends);
    const message = http1MessageOf(request);
    const events = eventsOf(message);
    asked.end();
    stream.respond({ ':status': 200 }, { endStream: true });
    stream.close();
    await waitFor(() => message.closed);
    expect([events, isAborted(message)]).toEqual([['end', 'close'], false]);
  });

  it('without a body is aborted and closes when the client disconnects', async () => {
    const { request, asked } = await arrivedExchange();
    const message = http1MessageOf(request);
    const events = eventsOf(message);
    asked.close(8);
    await waitFor(() => message.closed);
    expect([events, isAborted(message)]).toEqual([['aborted', 'end', 'close'], true]);
  });

  it.each([
    ['before', true],
    ['after', false],
  ])('with a body fails if the client disconnected %s its creation', async (_, isCreated) => {
    const { request, asked } = await arrivedExchange(post, false);
    if (isCreated) http1MessageOf(request);
    asked.close(8);
    await waitFor(() => request.closed);
    const text = textOf(http1MessageOf(request));
    await expect(waitForEvent('the end', text)).rejects.toMatchObject({ code: 'REQUEST_ABORTED' });
  });
});

function eventsOf(message: IncomingMessage): string[] {
  const events: string[] = [];
  for (const name of ['aborted', 'end', 'close']) message.on(name, () => events.push(name));
  return events;
}

/** A message of which a part of the body has been read, and the connection of its client. */
async function begun() {
  const exchange = await arrivedPost();
  const message = http1MessageOf(exchange.request);
  message.resume();
  exchange.wire.frame(DATA, 0, 1, 'begin');
  await waitForEvent('data', once(message, 'data'));
  return { ...exchange, message };
}
