import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createApp, serve, type ServerHandle } from 'mortise';
import { waitFor, waitForEvent } from '../../../tooling/testing/wait-for.js';
import { compression } from '../src/node/index.js';

const CHUNK = 64 * 1024;
/** More than the buffers of two sockets and a compressor hold. */
const MOST = 64 * 1024 * 1024;

const made = { bytes: 0, open: 0 };
let server: ServerHandle | null = null;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.close();
});

describe('a client that stops reading', () => {
  it.each(['identity', 'gzip', 'br'])(
    'pauses the source of an endless stream by %s, which ends when the client disconnects',
    async (coding) => {
      Object.assign(made, { bytes: 0, open: 0 });
      server = await serve(endless(), { port: 0, onError: () => undefined });
      const socket = connect(server.port, '127.0.0.1');
      sockets.push(socket);
      socket.write(`GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: ${coding}\r\n\r\n`);
      await waitForEvent('the first bytes', once(socket, 'readable'));
      let before = -1;
      await waitFor(async () => {
        before = made.bytes;
        await new Promise((resolve) => setTimeout(resolve, 300));
        return made.bytes === before;
      });
      expect(made.bytes).toBeLessThan(MOST);
      expect(made.open).toBe(1);
      socket.destroy();
      await waitFor(() => made.open === 0);
    },
  );
});

function endless() {
  const app = createApp();
  app.get('/', (_request, response) =>
    response
      .withHeader('Content-Type', 'text/plain')
      .withBody(app.factories.createStreamFromResource(source())),
  );
  app.add(compression({ factories: app.factories }));
  return app;
}

async function* source(): AsyncGenerator<Uint8Array> {
  made.open += 1;
  try {
    while (made.bytes < MOST) {
      made.bytes += CHUNK;
      yield await Promise.resolve(randomBytes(CHUNK));
    }
  } finally {
    made.open -= 1;
  }
}
