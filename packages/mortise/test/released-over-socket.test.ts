import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import zlib from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { gunzip } from '@mortise/body-parsers';
import type { MultipartOptions } from '@mortise/body-parsers/multipart';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import type { TemporaryStorageInterface, UploadedFileInterface } from '@mortise/http-message';
import {
  createApp,
  createTemporaryStorage,
  factories,
  json,
  serve,
  type Servable,
  type ServerHandle,
} from '../src/index.js';
import { rawExchange } from './raw-exchange.js';
import { waitFor } from '../../../tooling/testing/wait-for.js';

const LARGE = 'x'.repeat(300_000);
const MULTIPART = 'multipart/form-data; boundary=b';
const part = (disposition: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;

let folder: string;
let server: ServerHandle | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mortise-released-'));
});
afterEach(async () => {
  await server?.close();
  server = null;
  rmSync(folder, { recursive: true });
});

const files = () => readdirSync(folder).length;
const start = async (app: Servable): Promise<number> => {
  server = await serve(app, { port: 0 });
  return server.port;
};
const post = (type: string, body: string, length = Buffer.byteLength(body)) =>
  `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${body}`;

/** Answers with the errors of the uploads and the number of temporary files, while the request lives. */
function uploads(multipart: MultipartOptions): Servable {
  const app = createApp({ body: { multipart } });
  app.addBodyParsingMiddleware();
  app.post('/', (request, response) => {
    const all = Object.values(request.getUploadedFiles()) as UploadedFileInterface[];
    return json(response, [all.map((upload) => upload.getError()), files()]);
  });
  return app;
}

describe('temporary files', () => {
  it('of a file that exceeds MAX_FILE_SIZE after it was stored on disk are removed with the form', async () => {
    const { storage, most } = watched(createTemporaryStorage({ folder }));
    const port = await start(uploads({ storage, memoryLimit: 1000 }));
    const limit = part('name="MAX_FILE_SIZE"', '200000');
    const form = `${limit}${part('name="f"; filename="f"', LARGE)}--b--\r\n`;
    expect(await rawExchange(port, post(MULTIPART, form))).toEqual({
      status: 200,
      body: '[[2],0]',
    });
    expect(most()).toBe(1);
  });

  it('of a file that could not be written are removed with the form', async () => {
    const { storage, most } = watched(createTemporaryStorage({ folder }), 100_000);
    const port = await start(uploads({ storage, memoryLimit: 1000 }));
    const form = `${part('name="f"; filename="f"', LARGE)}--b--\r\n`;
    expect(await rawExchange(port, post(MULTIPART, form))).toEqual({
      status: 200,
      body: '[[7],0]',
    });
    expect(most()).toBe(1);
  });

  it('of a form whose client disconnects are removed', async () => {
    const storage = createTemporaryStorage({ folder });
    const port = await start(uploads({ storage, memoryLimit: 1000 }));
    const form = part('name="f"; filename="f"', LARGE);
    await disconnectOnceSpilled(port, post(MULTIPART, form, 2 * form.length));
    await waitFor(() => files() === 0);
  });

  it('of a large body of variant A whose client disconnects are removed', async () => {
    const temporaryStorage = createTemporaryStorage({ folder });
    const app = createVariantA({
      factories,
      temporaryStorage,
      settings: { parsedBodyLimit: 1000 },
    });
    const port = await start(app);
    await disconnectOnceSpilled(port, post('text/plain', LARGE, 2 * LARGE.length));
    await waitFor(() => files() === 0);
  });

  it('of a large body of variant A are removed after the response', async () => {
    const temporaryStorage = createTemporaryStorage({ folder });
    const app = createVariantA({
      factories,
      temporaryStorage,
      settings: { parsedBodyLimit: 1000 },
    });
    app.post('/', (_request, response) => response.write(String(files())));
    const port = await start(app);
    const request = post('text/plain', LARGE);
    expect(await rawExchange(port, request)).toEqual({ status: 200, body: '1' });
    await waitFor(() => files() === 0);
  });
});

async function refuseBomb(): Promise<void> {
  const app = createApp({ body: { decoders: { gzip: gunzip }, maxBytes: 10_000 } });
  app.addBodyParsingMiddleware();
  const port = await start(app);
  const bomb = zlib.gzipSync(JSON.stringify([LARGE]));
  const head = `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`;
  const bytes = Buffer.concat([Buffer.from(head), bomb]);
  expect((await rawExchange(port, bytes)).status).toBe(413);
}

it('the decompressor of a body that exceeds the limit is destroyed', async () => {
  const made: zlib.Gunzip[] = [];
  const createGunzip = () => {
    const stream = zlib.createGunzip();
    made.push(stream);
    return stream;
  };
  const replaced = jest.spyOn(process, 'getBuiltinModule').mockReturnValue({ createGunzip });
  try {
    await refuseBomb();
  } finally {
    replaced.mockRestore();
  }
  expect(made.map(({ destroyed }) => destroyed)).toEqual([true]);
});

it('the decompressor of a platform without node:zlib is cancelled', async () => {
  const made: DecompressionStream[] = [];
  const Original = globalThis.DecompressionStream;
  globalThis.DecompressionStream = class extends Original {
    constructor(format: ConstructorParameters<typeof Original>[0]) {
      super(format);
      made.push(this);
    }
  };
  const replaced = jest.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
  try {
    await refuseBomb();
  } finally {
    globalThis.DecompressionStream = Original;
    replaced.mockRestore();
  }
  expect(made.map(({ readable }) => inspect(readable))).toEqual([
    expect.stringContaining("state: 'closed'"),
  ]);
});

async function disconnectOnceSpilled(port: number, bytes: string): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  await waitFor(() => files() === 1);
  socket.destroy();
}

/** Storage that remembers the most files that were there at once, and can fail after some bytes. */
function watched(
  storage: TemporaryStorageInterface,
  failAfter = Infinity,
): { readonly storage: TemporaryStorageInterface; readonly most: () => number } {
  let most = 0;
  const createWriter: TemporaryStorageInterface['createWriter'] = (limit) => {
    const writer = storage.createWriter(limit);
    return {
      get size() {
        return writer.size;
      },
      async write(bytes) {
        if (writer.size > failAfter) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        await writer.write(bytes);
        most = Math.max(most, files());
      },
      end: () => writer.end(),
      discard: () => writer.discard(),
    };
  };
  return { storage: { createWriter }, most: () => most };
}
