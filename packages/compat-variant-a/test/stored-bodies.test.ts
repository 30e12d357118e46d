import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { TemporaryStorageInterface } from '@mortise/http-message';
import { createTemporaryStorage, factories } from '@mortise/message/node';
import { serve, type ServerHandle } from '@mortise/node';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { createApp } from '../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'mortise-variant-a-'));
const running: ServerHandle[] = [];
afterEach(() => Promise.all(running.splice(0).map((server) => server.close())));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The address of a server whose route sends the size of its body, and the bytes that reached the storage. */
async function serving(settings: object): Promise<{ url: string; stored: () => number }> {
  const inner = createTemporaryStorage({ folder });
  let stored = 0;
  const counting: TemporaryStorageInterface = {
    createWriter(limit) {
      const writer = inner.createWriter(limit);
      const write = writer.write.bind(writer);
      return Object.assign(writer, {
        write(bytes: Uint8Array) {
          stored += bytes.length;
          return write(bytes);
        },
      });
    },
  };
  const app = createApp({ factories, temporaryStorage: counting, settings });
  app.post('/', async (read, response) =>
    response.write(String((await read.getBody().getContents()).length)),
  );
  const server = await serve(app, { factories, port: 0, closeTimeout: 200 });
  running.push(server);
  return { url: server.url, stored: () => stored };
}

async function* pieces(bytes: number): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < bytes; sent += 50) {
    yield await Promise.resolve(new Uint8Array(Math.min(50, bytes - sent)));
  }
}

const send = async (url: string, bytes: number, isSized: boolean): Promise<[number, string]> => {
  const body = isSized ? new Uint8Array(bytes) : ReadableStream.from(pieces(bytes));
  const headers = { 'Content-Type': 'application/octet-stream' };
  const init = { method: 'POST', headers, body, duplex: 'half' };
  const response = await fetch(url, init as RequestInit);
  return [response.status, await response.text()];
};

describe.each([
  ['of a known size', true],
  ['of an unknown size', false],
])('bodies %s that variant A stores', (_size, isSized) => {
  const settings = { parsedBodyLimit: 20, storedBodyLimit: 200 };

  it('can be as large as storedBodyLimit', async () => {
    const { url, stored } = await serving(settings);
    expect(await send(url, 200, isSized)).toEqual([200, '200']);
    expect(stored()).toBe(200);
  });

  it('are refused with 413 above it, and leave no file', async () => {
    const { url, stored } = await serving(settings);
    const [status] = await send(url, 201, isSized);
    expect(status).toBe(413);
    expect(stored()).toBeLessThanOrEqual(isSized ? 0 : 200);
    await waitFor(() => readdirSync(folder).length === 0);
  });

  it('are not refused below parsedBodyLimit', async () => {
    const { url } = await serving({ parsedBodyLimit: 300, storedBodyLimit: 200 });
    expect(await send(url, 300, isSized)).toEqual([200, '300']);
  });
});

it('bodies of a declared size above 32 MiB are refused if no limit is set', async () => {
  const { url, stored } = await serving({});
  const status = async (bytes: number): Promise<number> => {
    const headers = { 'Content-Type': 'application/octet-stream', 'Content-Length': String(bytes) };
    const outgoing = request(url, { method: 'POST', headers });
    outgoing.on('error', () => undefined);
    outgoing.flushHeaders();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    outgoing.destroy();
    return response.statusCode ?? 0;
  };
  expect([await status(2 ** 25 + 1), stored()]).toEqual([413, 0]);
});
