import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { createApp as createVariantA, singlePass } from '@mortise/compat-variant-a';
import { toFetchHandler } from '@mortise/fetch';
import { etag, httpCache } from '@mortise/http-cache';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { createApp, json, serve, text } from 'mortise';
import { overSocket } from 'mortise/testing';
import { waitFor, waitForEvent } from '../../../tooling/testing/wait-for.js';
import { br, gzip } from '../src/decoders.js';
import { compression } from '../src/node/index.js';
import { zlibCodings } from '../src/node/zlib-codings.js';
import { implementations } from '../../../tooling/testing/implementations.js';

const TEXT = 'the quick brown fox '.repeat(200);

interface Feed {
  readonly source: AsyncIterable<Uint8Array>;
  push(text: string): void;
  end(): void;
  cancelled: boolean;
}

/** Chunks that a test makes one by one. */
function feed(): Feed {
  const state: { queue: string[]; wake: () => void; isEnded: boolean } = {
    queue: [],
    wake: () => undefined,
    isEnded: false,
  };
  const made: Feed = {
    cancelled: false,
    push: (chunk) => {
      state.queue.push(chunk);
      state.wake();
    },
    end: () => {
      state.isEnded = true;
      state.wake();
    },
    source: chunks(),
  };
  return made;

  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const next = state.queue.shift();
        if (next !== undefined) yield Buffer.from(next);
        else if (state.isEnded) return;
        else await new Promise<void>((resolve) => (state.wake = resolve));
      }
    } finally {
      made.cancelled = true;
    }
  }
}

function streaming(factories: HttpFactoriesInterface, events: Feed) {
  const app = createApp({ factories });
  app.get('/events', (_request, response) =>
    response
      .withHeader('Content-Type', 'text/event-stream')
      .withBody(app.factories.createStreamFromResource(events.source)),
  );
  app.get('/text', (_request, response) => text(response.withHeader('ETag', '"a"'), TEXT));
  app.add(compression({ factories: app.factories }));
  return app;
}

describe.each(implementations)('compression over a socket with %s', (_name, factories) => {
  it.each(Object.entries(zlibCodings))(
    'sends each event immediately by %s: the next one is created after it has arrived',
    async (coding, zlibCoding) => {
      const events = feed();
      const server = await serve(streaming(factories, events), { port: 0 });
      try {
        const headers = { 'Accept-Encoding': coding };
        events.push('data: 0\n\n');
        const asked = get({ port: server.port, path: '/events', headers });
        const [response] = (await once(asked, 'response')) as [IncomingMessage];
        expect(response.headers['content-encoding']).toBe(coding);
        // `fetch` decodes no zstd.
        const reader = response.pipe(zlibCoding.decompressor())[Symbol.asyncIterator]();
        for (let count = 0; count < 20; count++) {
          const { value } = await waitForEvent(`event ${count}`, reader.next());
          expect(String(value)).toBe(`data: ${count}\n\n`);
          if (count < 19) events.push(`data: ${count + 1}\n\n`);
        }
        events.end();
        expect((await reader.next()).done).toBe(true);
      } finally {
        await server.close();
      }
    },
  );

  it('aborts a body that ends before its Content-Length, which the compressed response does not have', async () => {
    const app = createApp({ factories });
    const source = (): AsyncIterable<Uint8Array> => {
      const events = feed();
      events.push(TEXT);
      events.end();
      return events.source;
    };
    app.get('/{length}', (_request, response, { length }) =>
      response
        .withHeader('Content-Type', 'text/plain')
        .withHeader('Content-Length', length)
        .withBody(app.factories.createStreamFromResource(source())),
    );
    app.add(compression({ factories: app.factories }));
    const failures: unknown[] = [];
    const onError = (error: unknown) => failures.push(String(error));
    const server = await serve(app, { port: 0, onError });
    const textOf = async (length: number) => {
      const response = await fetch(`http://127.0.0.1:${server.port}/${length}`);
      expect(response.headers.get('Content-Encoding')).not.toBeNull();
      return response.text();
    };
    try {
      expect(await textOf(TEXT.length)).toBe(TEXT);
      await expect(textOf(TEXT.length + 1)).rejects.toThrow();
      expect(failures).toEqual([expect.stringContaining('1 bytes early')]);
    } finally {
      await server.close();
    }
  });

  it('cancels the source when the client disconnects', async () => {
    const events = feed();
    const server = await serve(streaming(factories, events), { port: 0, onError: () => undefined });
    try {
      events.push('data: 0\n\n');
      const socket = connect(server.port, '127.0.0.1');
      socket.write('GET /events HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n');
      await waitForEvent('the first bytes', once(socket, 'data'));
      socket.destroy();
      await waitFor(() => {
        events.push('data: more\n\n');
        return events.cancelled;
      });
    } finally {
      await server.close();
    }
  });

  it('responds to HEAD with the coding of GET and without a wrong length', async () => {
    const client = overSocket(streaming(factories, feed()));
    try {
      const response = await client.request('HEAD', '/text', {
        headers: { 'Accept-Encoding': 'br' },
      });
      expect(response.getHeaderLine('Content-Encoding')).toBe('br');
      expect(response.getHeaderLine('ETag')).toBe('"a-br"');
      expect(['', '0']).not.toContain(response.getHeaderLine('Content-Type'));
      expect(response.getHeader('Content-Length')).toEqual([]);
    } finally {
      await client.close();
    }
  });

  it('outside httpCache, gives the tag of the uncompressed bytes the suffix of the coding, with which a later request gets 304', async () => {
    const app = createApp({ factories });
    app.get('/', (_request, response) => text(response, TEXT));
    app.add(etag());
    app.add(httpCache({ factories: app.factories }));
    app.add(compression({ factories: app.factories }));
    const client = overSocket(app);
    try {
      const headers = { 'Accept-Encoding': 'br' };
      const first = await client.get('/', { headers });
      const tag = first.getHeaderLine('ETag');
      expect(tag).toMatch(/^".*-br"$/);
      // A CDN can make it weak.
      for (const sent of [tag, `W/${tag}`]) {
        const second = await client.get('/', { headers: { ...headers, 'If-None-Match': sent } });
        expect([
          second.getStatusCode(),
          second.getHeaderLine('ETag'),
          second.getHeaderLine('Vary'),
        ]).toEqual([304, sent, 'Accept-Encoding']);
      }
    } finally {
      await client.close();
    }
  });

  it('outside httpCache, leaves the tag of a small body strong on a 304 too, so that it matches in If-Match', async () => {
    const app = createApp({ factories });
    app.get('/', (_request, response) => text(response, 'small'));
    app.add(etag());
    app.add(httpCache({ factories: app.factories }));
    app.add(compression({ factories: app.factories }));
    const client = overSocket(app);
    try {
      const headers = { 'Accept-Encoding': 'br' };
      const tag = (await client.get('/', { headers })).getHeaderLine('ETag');
      expect(tag).toMatch(/^"/);
      for (const list of [tag, `"other", ${tag}`]) {
        const response = await client.get('/', { headers: { ...headers, 'If-None-Match': list } });
        expect([response.getStatusCode(), response.getHeaderLine('ETag')]).toEqual([304, tag]);
      }
      const weak = { ...headers, 'If-None-Match': `W/${tag}` };
      expect((await client.get('/', { headers: weak })).getHeaderLine('ETag')).toBe(`W/${tag}`);
    } finally {
      await client.close();
    }
  });
});

describe.each(implementations)('the decoders over a socket with %s', (_name, factories) => {
  it.each<[string, Buffer, number]>([
    ['a body that is coded', gzipSync('{"a":1}'), 200],
    ['a body that is not in the coding', Buffer.from('{"a":1}'), 400],
    ['a decompression bomb', gzipSync(Buffer.alloc(8 * 1024 * 1024)), 413],
  ])('answer %s', async (_name, body, status) => {
    const quiet = { error: () => undefined, info: () => undefined };
    const app = createApp({
      factories,
      logger: quiet,
      body: { decoders: { gzip, br }, maxBytes: 4 * 1024 * 1024 },
    });
    app.post('/', (request, response) => json(response, request.getParsedBody()));
    app.addBodyParsingMiddleware();
    const client = overSocket(app);
    try {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
      const response = await client.post('/', { headers, body });
      expect(response.getStatusCode()).toBe(status);
      if (status === 200) expect(await response.getBody().text()).toBe('{"a":1}');
      if (status === 413) expect(await response.getBody().text()).toContain('DECODED_TOO_LARGE');
    } finally {
      await client.close();
    }
  });
});

describe('compression elsewhere', () => {
  it('runs in variant A', async () => {
    const app = createVariantA({ factories });
    app.get('/', (_request, response) =>
      response.withHeader('Content-Type', 'text/plain').write(TEXT),
    );
    app.add(singlePass(compression({ factories })));
    const request = factories.createServerRequest('GET', '/').withHeader('Accept-Encoding', 'gzip');
    expect((await app.handle(request)).getHeaderLine('Content-Encoding')).toBe('gzip');
  });

  it('runs in a fetch handler', async () => {
    const handler = toFetchHandler(streaming(factories, feed()), { factories });
    const headers = { 'Accept-Encoding': 'gzip' };
    const response = await handler(new Request('http://a.example/text', { headers }));
    const stream = response.body?.pipeThrough(new DecompressionStream('gzip'));
    expect(await new Response(stream).text()).toBe(TEXT);
  });
});
