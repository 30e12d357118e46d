/** How requests over HTTP/2 end, as their lifetime says. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { factories } from '@mortise/message';
import { connect as connectSocket } from 'node:net';
import type { RequestEnd, RequestHandlerInterface } from '@mortise/http-message';
import { serve, type ServerHandle } from '../index.js';

let server: ServerHandle | null = null;
let client: ClientHttp2Session | null = null;
afterEach(async () => {
  client?.destroy();
  await server?.close();
});

/** Serves a handler, and returns how its first request ends. */
async function started(handle: RequestHandlerInterface['handle']) {
  let note: (end: RequestEnd) => void = () => undefined;
  const ended = new Promise<RequestEnd>((resolve) => {
    note = resolve;
  });
  const handler: RequestHandlerInterface = {
    handle(request) {
      request.getLifetime().onEnd(note);
      return handle(request);
    },
  };
  server = await serve(handler, { factories, port: 0, http2: true });
  const socket = connectSocket(Number(new URL(server.url).port), '127.0.0.1');
  client = connect(server.url, { createConnection: () => socket });
  return { session: client, socket, ended };
}

const answer = (text: string) => factories.createResponse().withBody(factories.createStream(text));

describe('a request with a body over HTTP/2', () => {
  it.each<[string, RequestHandlerInterface['handle']]>([
    ['that is read', async (request) => answer(await request.getBody().text())],
    ['that is not read', () => answer('hello')],
    [
      'that arrives before the response',
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return answer('hello');
      },
    ],
  ])('%s has ended, not aborted, when its response was sent', async (_body, handle) => {
    const { session, ended } = await started(handle);
    const stream = session.request({ ':method': 'POST' });
    stream.write('he');
    setTimeout(() => stream.end('llo'), 5);
    await once(stream, 'response');
    expect(Buffer.concat((await stream.toArray()) as Buffer[]).toString()).toBe('hello');
    expect(await ended).toEqual(expect.objectContaining({ status: 200, bytes: 5, error: null }));
  });

  it('is aborted if the client resets it before the response was sent', async () => {
    const long = 'x'.repeat(4_000_000);
    const { session, ended } = await started(async (request) => {
      await request.getBody().text();
      return answer(long);
    });
    const stream = session.request({ ':method': 'POST' });
    stream.on('error', () => undefined).end('hello');
    await once(stream, 'response');
    stream.close(constants.NGHTTP2_CANCEL);
    expect((await ended).error).toMatchObject({ code: 'REQUEST_ABORTED' });
  });

  it('is aborted if its connection is lost before the response was sent', async () => {
    const { session, socket, ended } = await started(async (request) => {
      await request.getBody().text();
      return answer('x'.repeat(4_000_000));
    });
    const stream = session.request({ ':method': 'POST' });
    stream.on('error', () => undefined).end('hello');
    await once(stream, 'response');
    socket.destroy();
    expect((await ended).error).toMatchObject({ code: 'REQUEST_ABORTED' });
  });
});
