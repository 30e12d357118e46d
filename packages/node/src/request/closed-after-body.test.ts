import { afterEach, describe, expect, it } from '@jest/globals';
import type { ServerRequestInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer, closeServers, gate, type Handle, serving } from '../../test/serving.js';
import { waitForEvent } from '../../test/wait-for.js';
import { Wire } from '../../test/wire.js';
import { toListener } from '../index.js';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
  return closeServers();
});

type Read = (request: ServerRequestInterface) => Promise<string>;
type Close = (wire: Wire) => void;
const end: Close = (wire) => void wire.socket.end();

const withLength = (body: string) =>
  `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const chunked =
  'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n';

const ways: [string, (handle: Handle) => Promise<number>][] = [
  ['serve', async (handle) => (await serving(handle)).port],
  ['toListener', listening],
];
const readers: [string, Read][] = [
  ['as a whole', async (request) => text(await request.getBody().getContents())],
  ['in chunks', inChunks],
];

describe.each(
  ways.flatMap(([way, open]) => readers.map(([how, read]) => ({ way, open, how, read }))),
)('a body that is read $how by a server of $way', ({ open, read }) => {
  const readAfter = (requests: string, count: number, close: Close) =>
    readOnce(open, read, requests, count, close);
  describe.each<[string, Close]>([
    ['closed', end],
    ['reset', (wire) => wire.socket.resetAndDestroy()],
  ])('after its client has %s the connection', (_name, close) => {
    it.each([
      ['a length', withLength('abcde'), ['abcde']],
      ['chunks', chunked, ['abcde']],
      ['two pipelined requests', withLength('abc') + withLength('de'), ['abc', 'de']],
    ])('is whole with %s', async (_framing, requests, bodies) => {
      expect(await readAfter(requests, bodies.length, close)).toEqual(bodies);
    });
  });

  it('fails if its last byte is missing', async () => {
    const request = withLength('abcde').slice(0, -1);
    const reading = readAfter(request, 1, end);
    await expect(reading).rejects.toMatchObject({ code: 'REQUEST_ABORTED' });
  });
});

it.each(ways)(
  'all chunks of a body that has arrived reach a slow reader on a server of %s',
  async (_, open) => {
    const begun = gate();
    const read = gate();
    let body = '';
    const port = await open(async (request) => {
      const aborted = once(request.getLifetime().signal, 'abort');
      for await (const chunk of request.getBody()) {
        body += text(chunk);
        begun.open();
        await aborted;
      }
      read.open();
      return answer();
    });
    const wire = new Wire(port).send(chunked.slice(0, chunked.indexOf('2\r\n')));
    await begun.opened;
    wire.send(`${'1\r\nx\r\n'.repeat(20)}0\r\n\r\n`);
    end(wire);
    await read.opened;
    expect(body).toBe(`abc${'x'.repeat(20)}`);
  },
);

/** Reads the bodies of requests after their client has closed its connection, which it does once the handlers run. */
async function readOnce(
  open: (handle: Handle) => Promise<number>,
  read: Read,
  requests: string,
  count: number,
  close: Close,
): Promise<string[]> {
  const readings: Promise<string>[] = [];
  const begun = gate();
  const port = await open((request) => {
    const { signal } = request.getLifetime();
    const aborted = once(signal, 'abort');
    readings.push(aborted.then(() => read(request)));
    if (readings.length === count) begun.open();
    return aborted.then(() => answer());
  });
  const wire = new Wire(port).send(requests);
  await begun.opened;
  close(wire);
  return waitForEvent('the bodies', Promise.all(readings));
}

async function listening(handle: Handle): Promise<number> {
  const server = createServer(toListener({ handle }, { factories })).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function inChunks(request: ServerRequestInterface): Promise<string> {
  let all = '';
  for await (const chunk of request.getBody()) all += text(chunk);
  return all;
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}
