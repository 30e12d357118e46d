/** Of a body that was read in part, the rest is sent, and every layer that names its length means that of the rest. */
import type { ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { createApp as createVariantA, singlePass } from '@mortise/compat-variant-a';
import { compression } from '@mortise/compression/node';
import { idempotency } from '@mortise/idempotency';
import { memoryStore } from '@mortise/store';
import {
  contentLength,
  createApp,
  fromConnect,
  type HttpFactoriesInterface,
  type MiddlewareInterface,
  type RequestHandlerInterface,
  type StreamInterface,
} from 'mortise';
import { inProcess } from 'mortise/testing';
import { implementations } from '../testing/implementations.js';
import { type Adapter, adapterOf, adapters } from './adapters.js';

const CONTENT = '12345678';
const quiet = { error: () => undefined, info: () => undefined };

/** What each body is, and what is sent of it; `null` if the response is refused, because nothing is left. */
const BODIES: Readonly<
  Record<
    string,
    (made: HttpFactoriesInterface) => Promise<readonly [StreamInterface, string | null]>
  >
> = {
  '/unread': (made) => Promise.resolve([streamOf(made), CONTENT]),
  '/rest': async (made) => [await readIn(streamOf(made), 3), '45678'],
  '/end': async (made) => [await readIn(streamOf(made), 8), null],
  // Adapters rewind it.
  '/text': async (made) => [await readIn(made.createStream(CONTENT), 3), CONTENT],
};

type Layers = readonly MiddlewareInterface[];

const LAYERS: Readonly<Record<string, (made: HttpFactoriesInterface) => Layers>> = {
  'no layer': () => [],
  contentLength: () => [contentLength()],
  // The rest alone is below the threshold.
  compression: (factories) => [
    compression({ factories, types: () => true, codings: ['gzip'], threshold: 6 }),
  ],
  'contentLength in compression': (factories) => [
    contentLength(),
    compression({ factories, types: () => true, codings: ['gzip'], threshold: 6 }),
  ],
  idempotency: (factories) => [
    idempotency({ factories, store: memoryStore(), scope: () => 'ada' }),
  ],
};

/** Those that need Node's response. */
const OVER_HTTP_1: typeof LAYERS = {
  'a connect handler that replaces writeHead()': () => [connect(replacingHead)],
  'a connect handler that replaces end()': () => [connect(replacingEnd)],
  'contentLength in a connect handler that replaces end()': () => [
    contentLength(),
    connect(replacingEnd),
  ],
};

const inMemory = adapterOf((app) =>
  Promise.resolve({
    send: async ({ method, path, headers }) => {
      const response = await inProcess(app).request(method, path, { headers });
      const fields = Object.entries(response.getHeaders());
      return {
        status: response.getStatusCode(),
        headers: Object.fromEntries(fields.map(([name, to]) => [name.toLowerCase(), String(to)])),
        body: Buffer.from(await response.getBody().getContents()),
        isCut: false,
      };
    },
    close: () => Promise.resolve(),
  }),
);

describe.each(implementations)('with %s', (_name, factories) => {
  const everywhere = [...adapters, ['no adapter', inMemory] as const].flatMap(([adapter, send]) => {
    const layers = adapter === 'HTTP/1.1' ? { ...LAYERS, ...OVER_HTTP_1 } : LAYERS;
    return Object.entries(layers).map(([name, made]) => [name, adapter, send, made] as const);
  });

  it.each(everywhere)('through %s over %s', async (layers, _name, adapter, made) => {
    const app = createApp({ factories, logger: quiet });
    for (const [path, body] of Object.entries(BODIES)) {
      app.map(['POST', 'HEAD'], path, async (_request, response) => {
        const [stream] = await body(factories);
        return response.withBody(stream);
      });
    }
    for (const layer of made(factories)) app.add(layer);
    await answersAll(app, adapter, factories, layers);
  });

  const some = everywhere.filter(([, adapter]) => /HTTP\/1.1|fetch/.test(adapter));
  it.each(some)('in variant A, through %s over %s', async (layers, _name, adapter, made) => {
    const app = createVariantA({ factories, logger: quiet });
    for (const [path, body] of Object.entries(BODIES)) {
      app.map(['POST', 'HEAD'], path, async (_request, response) => {
        const [stream] = await body(factories);
        return response.withBody(stream);
      });
    }
    for (const layer of made(factories)) app.add(singlePass(layer));
    await answersAll(app, adapter, factories, layers);
  });
});

async function answersAll(
  app: RequestHandlerInterface,
  adapter: Adapter,
  factories: HttpFactoriesInterface,
  layers: string,
): Promise<void> {
  // What is replaced can change the length of the body, which HEAD does not have.
  const codes = layers.includes('compression');
  const replacesEnd = layers.includes('replaces end()');
  const { send, close } = await adapter.serve(app);
  for (const [path, body] of Object.entries(BODIES)) {
    const [, sent] = await body(factories);
    const headers = { 'accept-encoding': 'gzip', 'idempotency-key': `"${path}"` };
    const ask = { path, headers };
    if (sent === null) {
      // Without an adapter, the client of a test gets the error itself.
      const statusOf = ({ status }: { readonly status: number }) => status;
      const status = await send({ ...ask, method: 'POST' }).then(statusOf, statusOf);
      expect([path, status]).toEqual([path, 500]);
      continue;
    }
    // The second is what `idempotency` has kept.
    for (const _time of [1, 2]) {
      const post = await send({ ...ask, method: 'POST' });
      expect([undefined, String(sent.length)]).toContain(post.headers['x-length']);
      const isCoded = post.headers['content-encoding'] === 'gzip';
      const content = isCoded ? gunzipSync(post.body) : post.body;
      expect([path, post.status, post.isCut, content.toString()]).toEqual([path, 200, false, sent]);
      expect([undefined, String(post.body.length)]).toContain(post.headers['content-length']);
      expect([path, isCoded]).toEqual([path, codes && sent.length > 6]);
    }
    const head = await send({ ...ask, method: 'HEAD' });
    const isKnown = head.headers['content-encoding'] === undefined && !replacesEnd;
    const length = head.headers['content-length'] ?? (isKnown ? 'none' : String(sent.length));
    expect([path, head.status, length]).toEqual([path, 200, String(sent.length)]);
  }
  await close();
}

/** A request body of 8 bytes, which arrive in two parts. */
function streamOf(factories: HttpFactoriesInterface): StreamInterface {
  const body = {
    size: CONTENT.length,
    bytes: () => Promise.resolve(Buffer.from(CONTENT)),
    async *[Symbol.asyncIterator]() {
      yield await Promise.resolve(Buffer.from('1234'));
      yield Buffer.from('5678');
    },
  };
  const unknown = { remoteAddress: null, remotePort: null, localAddress: null, localPort: null };
  return factories
    .createServerRequestFromSource({
      ...{ method: 'POST', target: '/', protocolVersion: '1.1', rawHeaders: [], body },
      ...{ scheme: 'http', host: 'a.example', ...unknown },
    })
    .getBody();
}

async function readIn(body: StreamInterface, bytes: number): Promise<StreamInterface> {
  for (let left = bytes; left > 0; ) left -= (await body.read(left)).length;
  return body;
}

function connect(handle: (outgoing: ServerResponse, next: () => void) => void) {
  return fromConnect((_incoming, outgoing, next) => {
    handle(outgoing, next);
  });
}

/** Lets a handler see the headers before they are sent, as `on-headers` does. */
function replacingHead(outgoing: ServerResponse, next: () => void): void {
  const writeHead = outgoing.writeHead.bind<(status: number) => ServerResponse>(outgoing);
  outgoing.writeHead = (status: number) => {
    outgoing.setHeader('X-Length', String(outgoing.getHeader('Content-Length')));
    return writeHead(status);
  };
  next();
}

/** What packages that log or compress do besides. */
function replacingEnd(outgoing: ServerResponse, next: () => void): void {
  const end = outgoing.end.bind(outgoing) as (...given: unknown[]) => ServerResponse;
  outgoing.end = (...given: unknown[]) => end(...given);
  replacingHead(outgoing, next);
}
