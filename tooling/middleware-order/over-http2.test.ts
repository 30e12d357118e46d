/** The add-ons over HTTP/2, where a client ends one request by resetting its stream. */
import { once } from 'node:events';
import { readlinkSync, writeFileSync } from 'node:fs';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { compression } from '@mortise/compression/node';
import { crossOriginProtection } from '@mortise/csrf';
import { accessLog } from '@mortise/request-log';
import { channel, type ChannelInterface, eventStream } from '@mortise/sse';
import { staticFiles } from '@mortise/static/node';
import { createApp, serve, type ServerHandle, text } from 'mortise';
import { openFilesBelow } from '../../packages/static/test/site.js';
import { implementations } from '../testing/implementations.js';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { waitFor, waitForEvent } from '../testing/wait-for.js';

const root = temporaryFolder();
writeFileSync(join(root, 'large.bin'), Buffer.alloc(8 * 1024 * 1024, 'x'));

describe.each(implementations)('over HTTP/2 with %s', (_, factories) => {
  let news: ChannelInterface;
  let lines: string[];
  let server: ServerHandle;
  let client: ClientHttp2Session;

  beforeEach(async () => {
    news = channel();
    lines = [];
    const app = createApp({ factories });
    app.get('/news', (request, response) =>
      eventStream(request, response, news.subscribe(), { factories }),
    );
    app.post('/', (_request, response) => text(response, 'changed'));
    app.add(crossOriginProtection());
    app.add(staticFiles({ root, factories }));
    app.add(compression({ factories }));
    app.addErrorMiddleware(false, false, false);
    app.add(accessLog({ info: (line) => void lines.push(line), error: () => undefined }));
    server = await serve(app, { port: 0, http2: true, onError: () => undefined });
    client = connect(server.url);
  });
  afterEach(async () => {
    client.destroy();
    await server.close();
  });

  const subscribe = () => client.request({ ':path': '/news', 'accept-encoding': 'gzip' });

  it('compression sends each event before the next is published', async () => {
    const received = decoded(subscribe());
    await waitFor(() => received.text === ':\n\n');
    for (let count = 0; count < 5; count++) {
      news.publish({ data: String(count) });
      await waitFor(() => received.text.endsWith(`data: ${count}\n\n`));
    }
  });

  it('an event stream ends when the client resets it, and the others continue', async () => {
    const [first, second] = [subscribe(), subscribe()];
    decoded(first);
    const kept = decoded(second);
    await waitFor(() => news.subscribers === 2);
    first.close(constants.NGHTTP2_CANCEL);
    await waitFor(() => news.subscribers === 1);
    news.publish({ data: 'still here' });
    await waitFor(() => kept.text.includes('still here'));
  });

  it('an event stream ends completely when the server closes', async () => {
    const stream = subscribe();
    const received = decoded(stream);
    await waitFor(() => news.subscribers === 1);
    const ended = once(stream, 'end');
    const closed = server.close();
    await waitForEvent('the end of the stream', ended);
    client.close();
    await waitForEvent('the server to close', closed);
    await waitFor(() => received.isComplete);
    expect(received.text).toBe(':\n\n');
  });

  it('a file is closed, and its request logged as aborted, when the client resets its stream', async () => {
    const stream = client.request({ ':path': '/large.bin' });
    await waitForEvent('the first bytes', once(stream, 'data'));
    stream.close(constants.NGHTTP2_CANCEL);
    await waitFor(() => (openFilesBelow(root, readlinkSync) ?? 0) === 0);
    await waitFor(() => lines.length > 0);
    expect(lines).toEqual(['GET /large.bin aborted']);
  });

  it.each([
    ['of the same authority', 200, (port: number) => `http://127.0.0.1:${port}`],
    ['of another port', 403, (port: number) => `http://127.0.0.1:${port + 1}`],
    ['null', 403, () => 'null'],
  ])('a form with an Origin %s gets %i', async (_name, expected, origin) => {
    const headers = { ':method': 'POST', origin: origin(server.port) };
    const stream = client.request({ ...headers, ':path': '/' }).end();
    const [head] = (await once(stream, 'response')) as [Record<string, unknown>];
    expect(head[':status']).toBe(expected);
    stream.resume();
  });
});

/** What a stream has sent so far, decoded. */
function decoded(stream: ClientHttp2Stream) {
  const received = { text: '', isComplete: false };
  stream
    .pipe(createGunzip())
    .on('data', (chunk: Uint8Array) => {
      received.text += String(chunk);
    })
    .on('end', () => {
      received.isComplete = true;
    })
    // A stream that the client resets ends early.
    .on('error', () => undefined);
  return received;
}
