import type { RequestLifetimeInterface } from '@mortise/http-message';
import { afterEach, describe, expect, it } from '@jest/globals';
import { answer, bytes, closeServers, gate, serving, streamed } from './serving.js';
import { waitFor } from './wait-for.js';
import { get, lastGet, readResponses, talk, Wire } from './wire.js';

afterEach(closeServers);

const CLOSE = { Connection: 'close' };

/** Fails before its first chunk. */
async function* failing(): AsyncGenerator<Uint8Array> {
  await Promise.reject(new Error('no disk'));
  yield bytes('');
}

describe('a 500 instead of a streamed response with Connection: close', () => {
  it.each([
    ['with', CLOSE],
    ['with an upgrade, with', { Connection: 'close, Upgrade', Upgrade: 'x' }],
  ])('is the last response, %s that header', async (_, fields) => {
    const { port } = await serving(() => streamed(failing(), fields));
    const responses = readResponses(await talk(port, get('/a') + get('/b')), true);
    expect(responses.map(({ status }) => status)).toEqual([500]);
    expect(responses[0]?.fields.get('connection')).toEqual(['close']);
    expect(responses[0]?.fields.has('keep-alive')).toBe(false);
  });

  it('leaves the pipelined responses before it without that header', async () => {
    const { port } = await serving(async (request) => {
      const target = request.getRequestTarget();
      if (target === '/b') return streamed(failing(), CLOSE);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return answer(target);
    });
    const responses = readResponses(await talk(port, get('/a') + get('/b') + get('/c')), true);
    const seen = responses.map(({ status, fields }) => [status, fields.get('connection')]);
    expect(seen).toEqual([
      [200, ['keep-alive']],
      [500, ['close']],
    ]);
  });
});

describe('on a server that is closing', () => {
  it('the response to the last of several requests says close, although others are not sent yet', async () => {
    const first = gate();
    const began = gate();
    const targets: string[] = [];
    const server = await serving(
      async (request) => {
        const target = request.getRequestTarget();
        targets.push(target);
        if (target !== '/slow') return answer(target);
        began.open();
        await first.opened;
        return answer(target);
      },
      { closeTimeout: 30_000 },
    );
    const wire = new Wire(server.port).send(get('/slow'));
    await began.opened;
    const closed = server.close();
    wire.send(get('/quick'));
    await waitFor(() => targets.length === 2);
    wire.send(get('/lost'));
    first.open();
    const responses = readResponses(await wire.untilClosed(), true);
    await closed;
    expect(
      responses.map(({ fields, body }) => [body.toString(), fields.get('connection')]),
    ).toEqual([
      ['/slow', ['keep-alive']],
      ['/quick', ['close']],
    ]);
    expect(targets).toEqual(['/slow', '/quick']);
  });
});

it.each([
  ['the request', lastGet(), {}],
  ['the response', get(), CLOSE],
])(
  'the last response, by Connection: close of %s, is kept for a client that sends more bytes before it reads',
  async (_, request, fields) => {
    const lifetimes: RequestLifetimeInterface[] = [];
    const { port } = await serving((received) => {
      lifetimes.push(received.getLifetime());
      return answer('x'.repeat(1_000_000), 200, fields);
    });
    const wire = new Wire(port).send(`${request}GARBAGE`);
    wire.socket.once('data', () => wire.socket.pause());
    await waitFor(() => lifetimes[0]?.ended === true);
    // The other requests take long enough for a connection to be closed, and for a reset to arrive.
    await talk(port, lastGet());
    wire.send('and more');
    await talk(port, lastGet());
    wire.socket.resume();
    const [response] = readResponses(await wire.untilClosed(), true);
    expect(response).toMatchObject({ status: 200, complete: true });
    wire.destroy();
  },
);
