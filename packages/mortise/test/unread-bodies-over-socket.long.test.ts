import { Agent, request as send } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { factories as plainFactories } from '@mortise/message-plain/node';
import {
  createApp,
  factories,
  httpError,
  json,
  serve,
  type ServerHandle,
  text,
} from '../src/index.js';

const SMALL = Buffer.from('{"a":1}');
const LARGE = Buffer.from(JSON.stringify({ a: 'x'.repeat(5_000_000) }));
const quiet = { error: () => undefined, info: () => undefined };

describe.each([
  ['message', factories],
  ['message-plain', plainFactories],
])('a body that nobody reads for a while, over a socket, on %s', (_, implementation) => {
  let server: ServerHandle;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** The prototype and the length of the last parsed body. */
  let seen: unknown[] = [];

  beforeAll(async () => {
    const body = { maxBytes: 8_000_000 };
    const app = createApp({ factories: implementation, body, logger: quiet });
    app
      .group('', (group) => {
        group.post('/slow', (request, response) => {
          const parsed = request.getParsedBody() as { a: string | number };
          seen = [Object.getPrototypeOf(parsed) === Object.prototype, String(parsed.a).length];
          return json(response, seen);
        });
        group.post('/small', (_request, response) => text(response, ''), { body: { maxBytes: 7 } });
        group.post(
          '/raw',
          async (request, response) =>
            text(response, String((await request.getBody().getContents()).length)),
          { body: false },
        );
      })
      .add(async (request, handler) => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        return handler.handle(request);
      });
    app
      .post('/no', (_request, response) => text(response, 'never'))
      .add(async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        throw httpError(401, 'Sign in.');
      });
    server = await serve(app, { port: 0 });
  });
  afterAll(async () => {
    agent.destroy();
    await server.close();
  });

  const post = (path: string, body: Uint8Array, chunked = false) =>
    new Promise<[number | undefined, string]>((resolve, reject) => {
      const headers = {
        'Content-Type': 'application/json',
        ...(!chunked && { 'Content-Length': body.length }),
      };
      const options = { port: server.port, method: 'POST', path, agent, headers };
      const request = send(options, (response) => {
        let content = '';
        response.on('data', (data: Buffer) => (content += data.toString()));
        response.on('end', () => {
          resolve([response.statusCode, content.trim()]);
        });
      });
      request.on('error', reject);
      request.end(body);
    });

  it.each([
    ['small', SMALL, false, 1],
    ['large, with its size', LARGE, false, 5_000_000],
    ['large, in chunks', LARGE, true, 5_000_000],
  ])('is parsed for the handler: %s', async (_what, body, chunked, length) => {
    expect(await post('/slow', body, chunked)).toEqual([200, JSON.stringify([true, length])]);
  });

  it.each([
    ['small', SMALL, false],
    ['large, with its size', LARGE, false],
    ['large, in chunks', LARGE, true],
  ])('can be refused, and the next request is answered: %s', async (_what, body, chunked) => {
    expect((await post('/no', body, chunked))[0]).toBe(401);
    expect((await post('/slow', SMALL))[0]).toBe(200);
  });

  it('keeps to the limit of its route, and the next request is answered', async () => {
    expect((await post('/small', SMALL))[0]).toBe(200);
    expect((await post('/small', Buffer.from('{"a":12}')))[0]).toBe(413);
    expect((await post('/small', Buffer.from('{"a":12}'), true))[0]).toBe(413);
    expect((await post('/slow', SMALL))[0]).toBe(200);
  });

  it('reaches a handler unread with body: false', async () => {
    expect(await post('/raw', LARGE, true)).toEqual([200, String(LARGE.length)]);
  });
});
