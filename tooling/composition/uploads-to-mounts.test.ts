import { once } from 'node:events';
import { request as send, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import { fromFetchHandler } from '@mortise/fetch';
import { createTemporaryStorage } from '@mortise/message/node';
import { createApp, type RequestHandlerInterface, serve, type ServerHandle } from 'mortise';
import { nodeImplementations } from '../testing/implementations.js';

const CHUNK = 'x'.repeat(65_536);
const CHUNKS = 32;

const running: ServerHandle[] = [];
afterEach(() => Promise.all(running.splice(0).map((server) => server.close())));

/** Counts the bytes of a body, as a library with a `fetch` handler does. */
const counting = fromFetchHandler(async (request) => {
  const bytes = await request.arrayBuffer();
  return new Response(String(bytes.byteLength));
});

/** Sends 2 MiB, with their size or in chunks. */
async function upload(url: string, isChunked: boolean): Promise<[number | undefined, string]> {
  const size = { 'Content-Length': CHUNK.length * CHUNKS };
  const headers = { 'Content-Type': 'text/plain', ...(isChunked ? {} : size) };
  const request = send(`${url}/lib/file`, { method: 'PUT', headers });
  const responded = once(request, 'response') as Promise<[IncomingMessage]>;
  for (let sent = 0; sent < CHUNKS; sent++) request.write(CHUNK);
  request.end();
  const [response] = await responded;
  return [response.statusCode, await text(response)];
}

describe.each(nodeImplementations)(
  'an upload to a mounted fetch handler, over %s',
  (_, factories) => {
    const applications: Record<string, () => RequestHandlerInterface> = {
      'variant B': () => {
        const app = createApp({ factories, body: {} });
        app.mount('/lib', counting);
        return app;
      },
      'variant A': () => {
        const app = createVariantA({ factories });
        app.mount('/lib', counting);
        return app;
      },
      'variant A with a storage': () => {
        const app = createVariantA({ factories, temporaryStorage: createTemporaryStorage() });
        app.mount('/lib', counting);
        return app;
      },
    };
    it.each(Object.keys(applications))(
      'arrives whole in %s, with its size or in chunks',
      async (name) => {
        const app = applications[name]?.() as RequestHandlerInterface;
        const server = await serve(app, { port: 0, factories });
        running.push(server);
        for (const isChunked of [true, false])
          expect(await upload(server.url, isChunked)).toEqual([200, String(CHUNK.length * CHUNKS)]);
      },
    );
  },
);
