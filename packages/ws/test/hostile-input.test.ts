import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { waitForEvent } from '../../../tooling/testing/wait-for.js';
import { exchange, frame, handshake, opened } from './clients.js';
import { closeServers, echo, type Served, servedSocket } from './served.js';

describe('a server', () => {
  let server: Served;
  beforeAll(async () => {
    server = await servedSocket({ ...echo, maxPayload: 1_000 });
  });
  afterAll(closeServers);

  /** Sends bytes in chunks, and waits until the server has closed the connection. */
  async function send(chunks: readonly Uint8Array[]): Promise<string> {
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
    const closed = once(socket, 'close');
    const received: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    for (const chunk of chunks) {
      socket.write(chunk);
      await new Promise((resolve) => setImmediate(resolve));
    }
    socket.end();
    await waitForEvent('the server to close the connection', closed);
    return Buffer.concat(received).toString('latin1');
  }

  it('survives any bytes after the handshake, in any pieces', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .tuple(fc.uint8Array({ maxLength: 130 }), fc.integer({ min: 0, max: 15 }))
        .map(([payload, opcode]) => new Uint8Array(frame(payload, opcode))),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { maxLength: 6 }), async (chunks) => {
        const head = Buffer.from(handshake('/'));
        expect(await send([head, ...chunks])).toMatch(/^HTTP\/1\.1 101 /);
      }),
      { numRuns: numRuns(100) },
    );
    await isAlive();
  });

  it('responds to any headers of a handshake with 101, 400, 403 or 426', async () => {
    const value = fc.string({ unit: fc.constantFrom(...Array.from('aZ09=+/-,; \t"websocket13:')) });
    const name = fc.constantFrom(
      ...['Upgrade', 'Sec-WebSocket-Key', 'Sec-WebSocket-Version', 'Sec-WebSocket-Protocol'],
      ...['Sec-WebSocket-Extensions', 'Origin'],
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, value), async (headers) => {
        const response = await send([Buffer.from(handshake('/', headers))]);
        expect(response).toMatch(/^HTTP\/1\.1 (?:101|400|403|426) /);
      }),
      { numRuns: numRuns(100) },
    );
    await isAlive();
  });

  async function isAlive(): Promise<void> {
    const client = await opened(server.url, '/');
    expect(await exchange(client, 'hello')).toEqual(['hello']);
    client.socket.close();
    expect(server.errors).toEqual([]);
  }
});
