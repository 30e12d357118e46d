import { afterEach, describe, expect, it } from '@jest/globals';
import type { ServerRequestInterface } from '@mortise/http-message';
import { once } from 'node:events';
import { DATA, END_STREAM, FrameWire, PING, request, RST_STREAM } from '../../test/http2-wire.js';
import { answer, bytes, closeServers, gate, serving } from '../../test/serving.js';
import { waitForEvent } from '../../test/wait-for.js';

const wires: FrameWire[] = [];

afterEach(() => {
  for (const wire of wires.splice(0)) wire.destroy();
  return closeServers();
});

type Read = (request: ServerRequestInterface) => Promise<string>;
type Send = (wire: FrameWire) => void;

const LENGTH = [['content-length', '5']] as const;
const WHOLE: readonly Send[] = [
  (wire) => wire.frame(DATA, 0, 1, 'abc'),
  (wire) => wire.frame(DATA, END_STREAM, 1, 'de'),
];

const closings: [string, Send][] = [
  ['closed the stream', (wire) => wire.frame(RST_STREAM, 0, 1, Buffer.of(0, 0, 0, 8))],
  ['closed the stream without an error', (wire) => wire.frame(RST_STREAM, 0, 1, bytes('\0\0\0\0'))],
  ['closed the connection', (wire) => void wire.socket.end()],
  ['reset the connection', (wire) => void wire.socket.resetAndDestroy()],
];
const readers: [string, Read][] = [
  ['as a whole', async (asked) => text(await asked.getBody().getContents())],
  ['in chunks', inChunks],
];

describe.each(closings)('a body over HTTP/2 whose client has %s', (_how, close) => {
  describe.each(readers)('read %s', (_way, read) => {
    const readAfter = (sent: readonly Send[], fields: typeof LENGTH | readonly [] = LENGTH) =>
      readOnce(read, fields, sent, close);

    it('is whole if all bytes of its length have arrived', async () => {
      expect(await readAfter(WHOLE)).toBe('abcde');
    });

    it.each<[string, readonly Send[], typeof LENGTH | readonly []]>([
      ['its last bytes are missing', WHOLE.slice(0, 1), LENGTH],
      ['it has no length', WHOLE, []],
    ])('fails if %s', async (_what, sent, fields) => {
      await expect(readAfter(sent, fields)).rejects.toMatchObject({ code: 'REQUEST_ABORTED' });
    });
  });
});

it('all chunks of a body over HTTP/2 that has arrived reach a slow reader', async () => {
  let body = '';
  const begun = gate();
  const read = gate();
  const { port } = await serving(
    async (asked) => {
      const aborted = once(asked.getLifetime().signal, 'abort');
      for await (const chunk of asked.getBody()) {
        body += text(chunk);
        begun.open();
        await aborted;
      }
      read.open();
      return answer();
    },
    { http2: true },
  );
  const wire = dial(port, [['content-length', '23']]).frame(DATA, 0, 1, 'abc');
  await begun.opened;
  for (let i = 0; i < 20; i++) wire.frame(DATA, 0, 1, 'x');
  wire.frame(DATA, END_STREAM, 1).frame(RST_STREAM, 0, 1, Buffer.of(0, 0, 0, 8));
  await read.opened;
  expect(body).toBe(`abc${'x'.repeat(20)}`);
});

/** Reads a body after its request was aborted; its bytes are sent once the handler runs, and `close` once they have arrived. */
async function readOnce(
  read: Read,
  fields: readonly (readonly [string, string])[],
  sent: readonly Send[],
  close: Send,
): Promise<string> {
  const begun = gate();
  let reading: Promise<string> | undefined;
  const { port } = await serving(
    async (asked) => {
      const aborted = once(asked.getLifetime().signal, 'abort');
      reading = aborted.then(() => read(asked));
      begun.open();
      await aborted;
      return answer();
    },
    { http2: true },
  );
  const wire = dial(port, fields);
  await begun.opened;
  for (const send of sent) send(wire);
  wire.frame(PING, 0, 0, '01234567');
  await wire.hearFrame(({ type, flags }) => type === PING && flags === 1);
  close(wire);
  return waitForEvent('the body', reading as Promise<string>);
}

function dial(port: number, fields: readonly (readonly [string, string])[]): FrameWire {
  const wire = new FrameWire(port).headers(1, 0, ...request('POST'), ...fields);
  wires.push(wire);
  return wire;
}

async function inChunks(asked: ServerRequestInterface): Promise<string> {
  let all = '';
  for await (const chunk of asked.getBody()) all += text(chunk);
  return all;
}

function text(chunk: Uint8Array): string {
  return Buffer.from(chunk).toString();
}
