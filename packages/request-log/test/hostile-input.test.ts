import { once } from 'node:events';
import { connect } from 'node:net';
import { format } from 'node:util';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { LogContext } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { createApp, serve, type ServerHandle, text } from 'mortise';
import { growth } from '../../../tooling/testing/growth.js';
import { waitFor, waitForEvent } from '../../../tooling/testing/wait-for.js';
import { accessLine, accessLog, parseTraceparent, receivedId, requestId } from '../src/index.js';

const KIB_8 = 8_000;
const SPAN = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('a client that writes into the log', () => {
  const lines: string[] = [];
  let server: ServerHandle;
  afterEach(async () => {
    lines.length = 0;
    await server.close();
  });

  it.each<[string, string, Record<string, string>]>([
    ['an escape sequence in the path', '/a%1b[31mred', {}],
    ['a line break in the path', '/a%0d%0aGET%20/forged%20200', {}],
    ['a line break in the query', '/?a=%0aGET%20/forged%20200', {}],
    ['a path that looks like a placeholder', '/{requestId}/{exception}', {}],
    ['a long path', `/${'a'.repeat(KIB_8 - 1_000)}`, {}],
    ['an id with a quote', '/', { 'X-Request-Id': '1"\\n' }],
    ['a long id', '/', { 'X-Request-Id': 'a'.repeat(KIB_8) }],
    ['several ids', '/', { 'X-Request-Id': 'a, b' }],
    ['a long trace', '/', { traceparent: SPAN.repeat(100) }],
    ['a broken trace', '/', { traceparent: `${SPAN}-\u0085` }],
  ])('by %s gets one line', async (_, target, headers) => {
    const write = (message: string, context?: LogContext) =>
      void lines.push(`${message} ${JSON.stringify(context)}`);
    const app = createApp({ logger: { info: () => undefined, error: () => undefined } });
    app.get('/', (_request, response) => text(response, 'page'));
    app.add(accessLog({ info: write, error: write }, { query: true }));
    app.add(requestId({ trusted: true }));
    server = await serve(app, { port: 0 });
    const status = await send(server, target, headers);
    await waitFor(() => lines.length > 0);
    expect([200, 400, 404]).toContain(status);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect(lines[0]?.split(' {')[0]).toMatch(/^GET \S+ (?:200|400|404)$/);
  });
});

it('the console gets the whole line, even if the path has specifiers of a format', async () => {
  const log = jest.spyOn(console, 'info').mockReturnValue();
  const request = factories.createServerRequest('GET', '/%d0%b0%cc');
  await accessLog(console).process(request, { handle: () => factories.createResponse() });
  await request.getLifetime().end({ status: 200, bytes: 0, error: null });
  const written = log.mock.calls.map((line) => format(...line));
  log.mockRestore();
  expect(written).toEqual([expect.stringMatching(/^GET \/%d0%b0%cc 200 bytes=0 ms=[\d.]+$/)]);
});

it('time to read ids, and to write a line, is linear in their length', async () => {
  const texts: readonly (readonly [string, (text: string) => unknown])[] = [
    ['0', parseTraceparent],
    [SPAN, parseTraceparent],
    ['-', parseTraceparent],
    ['a', receivedId],
    ['=', receivedId],
  ];
  for (const [piece, read] of texts) {
    const ratio = await growth((size) => `${SPAN}${piece.repeat(size)}\n`, read, 20_000);
    expect([read.name, piece, ratio < 10]).toEqual([read.name, piece, true]);
  }
  const end = { status: 200, bytes: 0, error: null };
  for (const piece of ['a', '%0a', '%e2%80%a8', '{a}']) {
    const asking = (size: number) =>
      factories.createServerRequest('GET', '/').withRequestTarget(`/${piece.repeat(size)}`);
    const write = (request: ReturnType<typeof asking>) =>
      accessLine(request, { end, duration: 1, withQuery: true });
    expect([piece, (await growth(asking, write, 10_000)) < 10]).toEqual([piece, true]);
  }
});

/** Sends a target and values as they are. @returns the status */
async function send(
  { url }: ServerHandle,
  target: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `GET ${target} HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n${fields.join('')}\r\n`,
    'latin1',
  );
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
  });
  await waitForEvent('the connection to close', once(socket, 'close'));
  return Number(received.split(' ')[1]);
}
