import { connect } from 'node:http2';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { compression } from '@mortise/compression/node';
import { toFetchHandler } from '@mortise/fetch';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { eventStream } from '@mortise/sse';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';
import { createApp, ndjson, serve } from '../src/index.js';

type App = ReturnType<typeof createApp>;
type Send = (request: ServerRequestInterface, response: ResponseInterface) => ResponseInterface;

/** Sends a request, and resolves with its status and body. */
type Ask = () => Promise<readonly [status: number, content: string]>;

const RULE =
  'this body was already sent with another response: create the stream in the handler, for each request';

const SILENT = { error: () => undefined, info: () => undefined };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const transports: Readonly<
  Record<string, (app: App, onError: (error: unknown) => void) => Promise<Ask>>
> = {
  async 'HTTP/1.1'(app, onError) {
    const server = await serve(app, { port: 0, onError });
    closing.push(() => server.close());
    return async () => {
      const response = await fetch(server.url);
      return [response.status, await response.text()];
    };
  },
  async 'HTTP/2'(app, onError) {
    const server = await serve(app, { port: 0, http2: true, onError });
    const session = connect(server.url);
    closing.push(
      () => server.close(),
      () => {
        session.close();
      },
    );
    return async () => {
      const stream = session.request({ ':path': '/' });
      const status = new Promise<number>((resolve) => {
        stream.once('response', (head) => {
          resolve(Number(head[':status']));
        });
      });
      const content = textOf(stream);
      return [await status, await content];
    };
  },
  fetch(app, onError) {
    const handler = toFetchHandler(app, { onError });
    return Promise.resolve(async () => {
      const response = await handler(new Request('http://a.example/'));
      return [response.status, await response.text()];
    });
  },
};

describe.each(nodeImplementations)('a body for two requests, with %s', (_, factories) => {
  /** A generator whose second chunk waits until the second request has its response. */
  const source = () => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    async function* rows() {
      yield { data: 'first' };
      await opened;
      yield { data: 'second' };
    }
    return { rows, open };
  };
  const asText = async function* (rows: AsyncIterable<{ data: string }>) {
    for await (const { data } of rows) yield data;
  };
  const senders: Readonly<Record<string, (rows: AsyncGenerator<{ data: string }>) => Send>> = {
    'one stream'(rows) {
      const body = factories.createStreamFromResource(asText(rows));
      return (_request, response) => response.withBody(body);
    },
    'one response'(rows) {
      const body = factories.createStreamFromResource(asText(rows));
      const kept = factories.createResponse().withBody(body);
      return () => kept;
    },
    'one generator'(rows) {
      const chunks = asText(rows);
      return (_request, response) => response.withBody(factories.createStreamFromResource(chunks));
    },
    'one Readable'(rows) {
      const chunks = Readable.from(asText(rows), { objectMode: false });
      return (_request, response) => response.withBody(factories.createStreamFromResource(chunks));
    },
    'rows of ndjson': (rows) => (request, response) => ndjson(request, response, rows),
    'a Readable of ndjson'(rows) {
      const chunks = Readable.from(rows);
      return (request, response) => ndjson(request, response, chunks);
    },
    'events of eventStream': (rows) => (request, response) => eventStream(request, response, rows),
  };
  const cases = Object.keys(transports).flatMap((transport) =>
    Object.keys(senders).flatMap((sender) =>
      (['at the same time', 'in sequence'] as const).map(
        (when) => [sender, when, transport] as const,
      ),
    ),
  );

  it.each(cases)('%s, %s, is sent whole to the first only: %s', async (sender, when, transport) => {
    const errors: string[] = [];
    const { rows, open } = source();
    const send = senders[sender]?.(rows()) as Send;
    const app = createApp({
      factories,
      errors: { onError: (error) => errors.push(String(error)) },
      logger: SILENT,
    });
    let requests = 0;
    const firstBegins = new Promise<void>((resolve) => {
      app.get('/', (request, response) => {
        resolve();
        if (++requests === 2) setImmediate(open);
        return send(request, response);
      });
    });
    app.add(compression());
    const ask = (await transports[transport]?.(app, () => undefined)) as Ask;
    const first = ask();
    await firstBegins;
    if (when === 'in sequence') {
      open();
      await first;
    }
    const [status, content] = await ask();
    const [firstStatus, firstContent] = await first;
    expect([status, firstStatus]).toEqual([500, 200]);
    expect(content).not.toMatch(/first|second/);
    expect(firstContent.replaceAll(/[^a-z]|data/g, '')).toBe('firstsecond');
    expect(errors).toEqual([expect.stringContaining(RULE)]);
  });

  it('is sent to both if it is in memory, or a list', async () => {
    const kept = factories.createResponse().withBody(factories.createStream('kept'));
    const rows = ['row'];
    const app = createApp({ factories });
    app.get('/', () => kept);
    app.get('/rows', (request, response) => ndjson(request, response, rows));
    const server = await serve(app, { port: 0 });
    closing.push(() => server.close());
    const ask = async (path: string) => (await fetch(server.url + path)).text();
    const all = ['/', '/', '/rows', '/rows'].map(ask);
    expect(await Promise.all(all)).toEqual(['kept', 'kept', '"row"\n', '"row"\n']);
  });

  it('can be that of the response to a request that the handler made itself', async () => {
    const inner = createApp({ factories });
    inner.get('/', (_request, response) =>
      response.withBody(factories.createStreamFromResource(asText(source().rows()))),
    );
    const app = createApp({ factories });
    app.get('/', () => inner.handle(factories.createServerRequest('GET', '/')));
    const server = await serve(app, { port: 0 });
    closing.push(() => server.close());
    const response = await fetch(server.url);
    const reader = response.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    await reader?.cancel();
    expect([response.status, Buffer.from(value ?? []).toString()]).toEqual([200, 'first']);
  });
});
