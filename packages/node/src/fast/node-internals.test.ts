import { afterEach, describe, expect, it } from '@jest/globals';
import { Socket } from 'node:net';
import { ask, client, closeClients } from '../../test/http2-client.js';
import { answer, bytes, closeServers, gate, serving, streamed } from '../../test/serving.js';
import { waitFor } from '../../test/wait-for.js';
import { get, lastGet, readResponses, talk, Wire } from '../../test/wire.js';
import {
  pendingBytes,
  missingInternals,
  type NodeInternal,
  useInternal,
} from './node-internals.js';

const off: NodeInternal[] = [];

afterEach(async () => {
  closeClients();
  await closeServers();
  for (const name of off.splice(0)) useInternal(name, true);
});

function without(...names: NodeInternal[]): void {
  for (const name of names) useInternal(name, false);
  off.push(...names);
}

describe('the undocumented members of Node', () => {
  it('all exist in this version', async () => {
    expect(missingInternals()).toEqual([]);
    expect((await serving(() => answer())).internals).toEqual([]);
  });

  it('are named by the server if they are missing', async () => {
    without('Socket._httpMessage', 'Writable._writev');
    const { internals } = await serving(() => answer());
    expect(internals).toEqual(['Socket._httpMessage', 'Writable._writev']);
  });
});

describe('the number of written bytes that wait in this process', () => {
  it.each([
    ['is not known of a socket without a handle', null, null],
    ['is not known if the handle does not say', {}, null],
    ['is that of the handle', { writeQueueSize: 0 }, 0],
    ['is that of the handle', { writeQueueSize: 1 }, 1],
  ])('%s', (_, handle, expected) => {
    expect(pendingBytes(Object.assign(new Socket(), { _handle: handle }))).toBe(expected);
  });
});

describe('requests are answered in full', () => {
  it.each<NodeInternal>([
    'IncomingMessage.headers',
    'IncomingMessage._dump',
    'Readable.readableEnded',
    'ServerResponse.assignSocket',
    'Socket._httpMessage',
    'Writable._writev',
  ])('without %s', async (name) => {
    without(name);
    const { port } = await serving(async (request) => {
      const body = await request.getBody().text();
      return answer(`${request.getHeaderLine('X-Name')} ${body}`);
    });
    const post = 'POST / HTTP/1.1\r\nHost: a\r\nX-Name: third\r\nContent-Length: 4\r\n\r\nbody';
    const text = await talk(port, get('/', 'X-Name: first') + get() + post + lastGet());
    const bodies = readResponses(text, true).map(({ body }) => body.toString());
    expect(bodies).toEqual(['first ', ' ', 'third body', ' ']);
  });

  it('without IncomingMessage.headers: a waiting client gets 100 Continue', async () => {
    without('IncomingMessage.headers');
    const { port } = await serving(async (request) => answer(await request.getBody().text()));
    const wire = new Wire(port).send(
      'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n',
    );
    await wire.hear((text) => text.includes('100 Continue'));
    expect(await wire.send('x').untilClosed()).toMatch(/\r\n\r\nx$/);
  });

  it('without Socket._httpMessage: a malformed request is refused after the response before it', async () => {
    without('Socket._httpMessage');
    const { opened, open } = gate();
    let handled = 0;
    const { port } = await serving(
      async () => {
        handled++;
        await opened;
        return answer('first');
      },
      { limits: { pipelinedRequests: 1 } },
    );
    const wire = new Wire(port).send(`${get()}${get()}broken\r\n\r\n`);
    await waitFor(() => handled === 1);
    open();
    const responses = readResponses(await wire.untilClosed(), true);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 400]);
  });

  it('without Socket._httpMessage: a connection is handed over after the response before', async () => {
    without('Socket._httpMessage');
    const { opened, open } = gate();
    let begun = false;
    const { port } = await serving(
      async () => {
        begun = true;
        await opened;
        return answer('first');
      },
      { upgrade: (_, socket) => void socket.end('taken over') },
    );
    const upgrade = get('/', 'Connection: Upgrade', 'Upgrade: websocket');
    const wire = new Wire(port).send(get() + upgrade);
    await waitFor(() => begun);
    open();
    expect(await wire.untilClosed()).toMatch(/first[^]*taken over$/);
  });

  it('without Writable._writev: a large response over HTTP/2 arrives', async () => {
    without('Writable._writev');
    async function* large() {
      for (let i = 0; i < 20; i++) yield await Promise.resolve(bytes('x'.repeat(100_000)));
    }
    const { url } = await serving(() => streamed(large()), { http2: true });
    expect((await ask(client(url))).body).toHaveLength(2_000_000);
  });
});
