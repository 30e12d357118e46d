import { afterEach, describe, expect, it } from '@jest/globals';
import type { RequestEnd } from '@mortise/http-message';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { client, closeClients } from '../../test/http2-client.js';
import { bytes, closeServers, gate, serving, streamed } from '../../test/serving.js';
import { waitForEvent } from '../../test/wait-for.js';
import { lastGet, Wire } from '../../test/wire.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

type Source = (ended: Promise<void>) => AsyncIterable<Uint8Array>;
/** Requests `/`, and disconnects once it has heard so many bytes of the body. */
type Client = (port: number, length: number) => Promise<void>;

const closing =
  (close: (wire: Wire) => void): Client =>
  async (port, length) => {
    const wire = new Wire(port).send(lastGet());
    await wire.hear((text) => (text.split('\r\n\r\n')[1] ?? '').length === length);
    close(wire);
  };
const clients: [string, Client][] = [
  ['closes', closing((wire) => wire.socket.end())],
  ['resets', closing((wire) => wire.socket.resetAndDestroy())],
  ['closes, over HTTP/2,', overHttp2],
];
const sources: [string, Source][] = [
  ['an iterable', waiting],
  ['a Node stream', (ended) => Readable.from(waiting(ended), { objectMode: false })],
];

describe.each(clients)('a client that %s as soon as it has', (_, disconnect) => {
  it.each(sources)('the declared length of %s has got the response', async (_source, source) => {
    expect(await endOf(disconnect, source, 5)).toMatchObject([
      { status: 200, bytes: 5, error: null },
      { aborted: false, errors: [] },
    ]);
  });

  it.each(sources)('a part of %s has disconnected', async (_source, source) => {
    expect(await endOf(disconnect, source, 6)).toMatchObject([
      { status: 200, bytes: 5, error: { code: 'REQUEST_ABORTED' } },
      { aborted: true, errors: [] },
    ]);
  });
});

it('a body that exceeds its declared length has failed, although its client has all of that', async () => {
  const staying: Client = async (port) => {
    await new Wire(port).send(lastGet()).untilClosed();
  };
  const code = 'RESPONSE_LENGTH_MISMATCH';
  expect(await endOf(staying, tooLong, 5)).toMatchObject([
    { status: 200, bytes: 5, error: { code } },
    { aborted: true, errors: [{ code }] },
  ]);
});

/** How a request ends of which five bytes of the body are sent before its client disconnects. */
async function endOf(disconnect: Client, source: Source, declared: number) {
  const ended = gate();
  const sourceEnded = ended.opened;
  let end: RequestEnd | null = null;
  let aborted = false;
  const { port, errors } = await serving(
    (request) => {
      const lifetime = request.getLifetime();
      lifetime.signal.addEventListener('abort', () => (aborted = true));
      lifetime.onEnd((how) => {
        end = how;
        ended.open();
      });
      return streamed(source(sourceEnded), { 'Content-Length': String(declared) });
    },
    { http2: true },
  );
  await disconnect(port, 5);
  await ended.opened;
  return [end, { aborted, errors }] as const;
}

/** Gives five bytes, and ends after the request. */
async function* waiting(ended: Promise<void>): AsyncGenerator<Uint8Array> {
  yield bytes('abc');
  yield bytes('de');
  await ended;
}

async function* tooLong(): AsyncGenerator<Uint8Array> {
  yield bytes('abcde');
  await setTimeout(0);
  yield bytes('f');
}

async function overHttp2(port: number, length: number): Promise<void> {
  const session = client(`http://127.0.0.1:${port}`);
  const stream = session.request({}, { endStream: true });
  stream.on('error', () => undefined);
  let heard = 0;
  const whole = new Promise<void>((resolve) => {
    stream.on('data', (chunk: Uint8Array) => {
      if ((heard += chunk.length) === length) resolve();
    });
  });
  await waitForEvent('the body', whole);
  session.destroy();
}
