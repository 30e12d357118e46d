/**
 * Rules of compression with zstd, on the published build: Node 20 has no zstd, so they run on the other versions.
 *
 *     node --test tooling/runtimes/zstd-rules.js
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get as request } from 'node:http';
import { afterEach, describe, test } from 'node:test';
import zlib from 'node:zlib';
import { compression } from '@mortise/compression/node';
import { zstd } from '@mortise/compression/decoders';
import { eventStream } from '@mortise/sse';
import { createApp, serve, text } from 'mortise';

const EVERY_CODING = 'gzip, deflate, br, zstd';
const SENTENCE = 'The same sentence, again and again. ';
const PAGE = SENTENCE.repeat(100);
const servers = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close({ idleTimeout: 0 }))));

describe('zstd', { skip: !('createZstdCompress' in zlib) }, () => {
  for (const [name, size] of Object.entries({ 'a page': 1, 'a page over 64 KiB': 100 })) {
    test(`${name} is compressed by zstd, and decodes to what it was`, async () => {
      const page = PAGE.repeat(size);
      const { headers, body } = await read(await ask((app) => app.get('/', send(page))));
      assert.equal(headers['content-encoding'], 'zstd');
      assert.ok(body.length < page.length / 10);
      assert.equal(zlib.zstdDecompressSync(body).toString(), page);
    });
  }

  test('a stream is compressed by zstd, and decodes to what it was', async () => {
    const source = async function* () {
      for (let part = 0; part < 100; part++) yield Buffer.from(PAGE);
    };
    const answer = await ask((app) => {
      app.get('/', (_request, response) =>
        response
          .withHeader('Content-Type', 'text/plain')
          .withBody(app.factories.createStreamFromResource(source())),
      );
    });
    const { headers, body } = await read(answer);
    assert.equal(headers['content-encoding'], 'zstd');
    assert.equal(zlib.zstdDecompressSync(body).toString(), PAGE.repeat(100));
  });

  test('zstd is not sent to a client that refuses it', async () => {
    const answer = await ask((app) => app.get('/', send(PAGE)), { accepted: 'zstd;q=0, br' });
    assert.equal((await read(answer)).headers['content-encoding'], 'br');
  });

  test('a strong tag names the coding, and the length is that of the compressed body', async () => {
    const answer = await ask((app) => {
      app.get('/', (_request, response) => text(response.withHeader('ETag', '"1"'), PAGE));
    });
    const { headers, body } = await read(answer);
    assert.equal(headers.etag, '"1-zstd"');
    assert.equal(headers['content-length'], String(body.length));
  });

  test('the options of zstd: every level decodes', async () => {
    for (const level of [1, 22]) {
      const answer = await ask((app) => app.get('/', send(PAGE)), {
        options: { level: { zstd: level } },
      });
      assert.equal(zlib.zstdDecompressSync((await read(answer)).body).toString(), PAGE);
    }
  });

  test('each event arrives before the next is made', async () => {
    let received;
    const arrived = new Promise((resolve) => {
      received = resolve;
    });
    const source = async function* () {
      yield { data: 'first' };
      await arrived;
      yield { data: 'second' };
    };
    const addRoute = (app) => {
      const { factories } = app;
      app.get('/', (asked, response) => eventStream(asked, response, source(), { factories }));
    };
    const answer = await ask(addRoute, { options: { codings: ['zstd'] } });
    assert.equal(answer.headers['content-encoding'], 'zstd');
    let events = '';
    for await (const chunk of answer.pipe(zlib.createZstdDecompress())) {
      events += chunk;
      if (events.includes('first')) received();
    }
    assert.match(events, /data: first\n\n(?:.|\n)*data: second\n\n$/);
  });

  /** Node 22 does not report zstd that ends early. */
  const isEndChecked = Number(process.versions.node.split('.')[0]) >= 24;

  if (isEndChecked) {
    test('a request body is decoded', async () => {
      const sent = JSON.stringify({ page: SENTENCE });
      const answer = await post(zlib.zstdCompressSync(sent));
      assert.deepEqual([answer.status, await answer.text()], [200, sent]);
    });

    test('a request body that is not zstd, or ends early, is 400', async () => {
      const body = zlib.zstdCompressSync(JSON.stringify({ page: PAGE }));
      for (const broken of [Buffer.from('no such coding'), body.subarray(0, body.length - 6)]) {
        assert.equal((await post(broken)).status, 400);
      }
    });

    test('a decompression bomb is 413', async () => {
      const bomb = zlib.zstdCompressSync(Buffer.alloc(64 * 1024 * 1024, '1'));
      assert.equal((await post(bomb)).status, 413);
    });
  } else {
    test('a request body is 415, because an early end would not be noticed', async () => {
      assert.equal((await post(zlib.zstdCompressSync('{}'))).status, 415);
    });
  }
});

function send(page) {
  return (_request, response) => text(response, page);
}

async function ask(define, { accepted = EVERY_CODING, options = {} } = {}) {
  const app = createApp();
  define(app);
  app.add(compression({ ...options, factories: app.factories }));
  const asked = request(await urlOf(app), { headers: { 'Accept-Encoding': accepted } });
  const [answer] = await once(asked, 'response');
  return answer;
}

async function read(answer) {
  return { headers: answer.headers, body: Buffer.concat(await answer.toArray()) };
}

async function post(body) {
  const logger = { error() {}, info() {} };
  const app = createApp({ body: { decoders: { zstd } }, logger });
  app.addBodyParsingMiddleware();
  app.post('/', (given, response) => text(response, JSON.stringify(given.getParsedBody())));
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'zstd' };
  return fetch(await urlOf(app), { method: 'POST', headers, body });
}

async function urlOf(app) {
  const server = await serve(app, { port: 0 });
  servers.push(server);
  return server.url;
}
