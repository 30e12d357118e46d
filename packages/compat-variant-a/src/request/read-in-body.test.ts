import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type {
  HttpFactoriesInterface,
  RequestSource,
  TemporaryStorageInterface,
} from '@mortise/http-message';
import { createTemporaryStorage } from '@mortise/message/node';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { postOf } from '../../test/source.js';
import { createApp, type VariantAAppOptions, type VariantARequestInterface } from '../index.js';

const FORM = 'application/x-www-form-urlencoded';
const temporaryStorage = createTemporaryStorage();
const twenty = { parsedBodyLimit: 20 };

describe.each(implementations)('bodies of variant A over %s', (_name, factories) => {
  it('are in memory before the application runs, and parsed without waiting', async () => {
    const answer = await see(factories, {}, postOf(FORM, ['a=', '1&b.c=2']), (request) =>
      request.getParsedBody(),
    );
    expect(answer).toEqual({ a: '1', b_c: '2' });
  });

  it('of unknown size are read too', async () => {
    const source = postOf('application/json', ['{"a"', ':1}'], null);
    expect(await see(factories, {}, source, (request) => request.getParam('a'))).toBe(1);
  });

  it('stay readable after they were parsed', async () => {
    const answer = await see(factories, {}, postOf(FORM, ['a=1']), (request) => {
      request.getParsedBody();
      return request.getBody().text();
    });
    expect(answer).toBe('a=1');
  });

  it.each([
    ['application/json', '["a"]', ['a']],
    [FORM, 'a=b', { a: 'b' }],
    ['text/x', 'text', ['text']],
  ])(
    'of %s that were partly read are parsed from their start, and keep their position',
    async (type, body, parsed) => {
      const parsers = { 'text/x': (text: string) => [text] };
      const answer = await see(factories, { parsers }, postOf(type, [body]), async (request) => {
        await request.getBody().read(2);
        return [request.getParsedBody(), request.getBody().tell()];
      });
      expect(answer).toEqual([parsed, 2]);
    },
  );

  it('of a form are searched for _METHOD without changing their position', async () => {
    const source = postOf(FORM, ['_METHOD=PUT']);
    const answer = await see(factories, {}, source, (request) => [
      request.getMethod(),
      request.getBody().tell(),
    ]);
    expect(answer).toEqual(['PUT', 0]);
  });

  it('in a file are not read into memory', async () => {
    const writer = temporaryStorage.createWriter(0);
    await writer.write(Buffer.from('a=1'));
    const body = await writer.end();
    const app = createApp({ factories });
    let isSame = false;
    app.post('/', (request, response) => {
      isSame = request.getBody() === body;
      return response;
    });
    await app.handle(factories.createServerRequest('POST', '/').withBody(body));
    body.close();
    expect(isSame).toBe(true);
  });

  it.each([
    ['of a known size', 21],
    ['of an unknown size', null],
  ])('one byte over the limit, %s, stay readable from the storage', async (_size, size) => {
    const source = postOf('text/plain', ['x'.repeat(10), 'y'.repeat(11)], size);
    const options = { settings: twenty, temporaryStorage };
    const answer = await see(factories, options, source, async (request) => [
      request.getParsedBody(),
      await request.getBody().text(),
    ]);
    expect(answer).toEqual([null, `${'x'.repeat(10)}${'y'.repeat(11)}`]);
  });

  it('within the limit and of an unknown size are parsed, although there is a storage', async () => {
    const answer = await see(
      factories,
      { temporaryStorage },
      postOf(FORM, ['a=1'], null),
      (request) => request.getParsedBody(),
    );
    expect(answer).toEqual({ a: '1' });
  });

  it('are written to the storage one chunk after the other', async () => {
    let writing = 0;
    let most = 0;
    const slow: TemporaryStorageInterface = {
      createWriter(limit) {
        const writer = temporaryStorage.createWriter(limit);
        const write = writer.write.bind(writer);
        return Object.assign(writer, {
          async write(bytes: Uint8Array) {
            most = Math.max(most, ++writing);
            await new Promise((resolve) => setImmediate(resolve));
            await write(bytes);
            writing--;
          },
        });
      },
    };
    const options = { settings: twenty, temporaryStorage: slow };
    const source = postOf('text/plain', ['x'.repeat(15), 'y'.repeat(15), 'z']);
    const answer = await see(factories, options, source, (request) => request.getBody().text());
    expect([answer, most]).toEqual([`${'x'.repeat(15)}${'y'.repeat(15)}z`, 1]);
  });

  it.each([1, 2])('fail with the reason of an abort after chunk %d', async (last) => {
    const reason = new Error('the client has gone');
    const errors: unknown[] = [];
    const app = createApp({ factories, settings: twenty, temporaryStorage });
    app.getContainer().set('errorHandler', () => (_request, response, error) => {
      errors.push(error);
      return response;
    });
    async function* chunks() {
      for (let chunk = 1; chunk <= 2; chunk++) {
        yield Buffer.from('x'.repeat(15));
        if (chunk === last) await request.getLifetime().abort(reason);
      }
    }
    const request = factories
      .createServerRequest('POST', '/')
      .withBody(factories.createStreamFromResource(chunks()));
    await app.handle(request);
    expect(errors).toEqual([reason]);
  });

  it('one byte over the limit and of a known size stay unread, and readable, if there is no storage', async () => {
    const source = postOf('text/plain', ['x'.repeat(21)]);
    const answer = await see(factories, { settings: twenty }, source, (request) =>
      request.getBody().text(),
    );
    expect(answer).toBe('x'.repeat(21));
  });

  it('one byte over the limit are refused with 413 when their parsed body is requested', async () => {
    const source = postOf('application/json', [`{"a":"${'x'.repeat(13)}"}`]);
    for (const storage of [{ temporaryStorage }, {}]) {
      const options = { settings: twenty, ...storage };
      expect(await statusOf(factories, options, source, (request) => request.getParsedBody())).toBe(
        413,
      );
    }
  });

  it.each([[['x'.repeat(21)]], [['x'.repeat(10), 'y'.repeat(10), 'z', 'a'.repeat(30), 'b']]])(
    'over the limit and of an unknown size stay whole if there is no storage, and are 413 when parsed: %j',
    async (chunks) => {
      for (const type of ['text/plain', FORM]) {
        const source = postOf(type, chunks, null);
        const read = (request: VariantARequestInterface) => request.getBody().text();
        const options = { settings: twenty };
        expect(await see(factories, options, source, read)).toBe(chunks.join(''));
      }
      for (const size of [null, chunks.join('').length]) {
        const source = postOf(FORM, chunks, size);
        const parse = (request: VariantARequestInterface) => request.getParsedBody();
        expect(await statusOf(factories, { settings: twenty }, source, parse)).toBe(413);
      }
    },
  );

  it.each([
    ['of a known size', 20],
    ['of an unknown size', null],
  ])('as large as the limit, %s, are parsed from memory', async (_size, size) => {
    const json = `{"a":"${'x'.repeat(12)}"}`;
    const source = postOf('application/json', [json.slice(0, 7), json.slice(7)], size);
    const answer = await see(factories, { settings: twenty }, source, (request) => [
      request.getBody().inMemory() !== null,
      request.getParsedBody(),
    ]);
    expect(answer).toEqual([true, { a: 'x'.repeat(12) }]);
  });

  it('as large as the limit need no storage', async () => {
    let writers = 0;
    const counting = {
      createWriter: (limit: number) => {
        writers++;
        return temporaryStorage.createWriter(limit);
      },
    };
    const options = { settings: twenty, temporaryStorage: counting };
    await see(factories, options, postOf('text/plain', ['x'.repeat(20)]), () => null);
    expect(writers).toBe(0);
    await see(factories, options, postOf('text/plain', ['x'.repeat(21)]), () => null);
    expect(writers).toBe(1);
  });

  it('over the limit are removed from the storage when the request ends', async () => {
    const request = factories.createServerRequestFromSource(postOf('text/plain', ['x'.repeat(30)]));
    let body: { isReadable(): boolean } | undefined;
    const app = createApp({ factories, settings: twenty, temporaryStorage });
    app.post('/', (inner, response) => {
      body = inner.getBody();
      return response;
    });
    await app.handle(request);
    expect(body?.isReadable()).toBe(true);
    await request.getLifetime().end();
    expect(body?.isReadable()).toBe(false);
  });

  it('that end early after they were stored leave no file when the request ends', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mortise-variant-a-'));
    const files = () => readdirSync(folder).length;
    const source = postOf('text/plain', []);
    const request = factories.createServerRequestFromSource({
      ...source,
      body: {
        size: null,
        bytes: () => Promise.reject(new Error('not read whole')),
        async *[Symbol.asyncIterator]() {
          yield await Promise.resolve(new Uint8Array(30));
          yield await Promise.resolve(new Uint8Array(300_000));
          expect(files()).toBe(1);
          throw Object.assign(new Error('the client is gone'), { status: 400 });
        },
      },
    });
    const storage = createTemporaryStorage({ folder });
    const app = createApp({ factories, settings: twenty, temporaryStorage: storage });
    await app.handle(request);
    await request.getLifetime().end();
    expect(files()).toBe(0);
    rmSync(folder, { recursive: true });
  });

  it('in a content coding are refused with 415 when their parsed body is requested', async () => {
    const source = postOf('application/json', ['{}'], 2, ['Content-Encoding', 'gzip']);
    expect(await statusOf(factories, {}, source, (request) => request.getParsedBody())).toBe(415);
  });

  it('of XML are parsed by a parser that is loaded on demand', async () => {
    for (const type of ['application/xml', 'text/xml', 'application/atom+xml']) {
      const source = postOf(type, ['<r><a>x</a></r>']);
      expect(await see(factories, {}, source, (request) => String(request.getParam('a')))).toBe(
        'x',
      );
    }
  });

  it('of multipart forms are parsed before the application runs, with their uploads', async () => {
    const part = (name: string, content: string) =>
      `--b\r\nContent-Disposition: form-data; ${name}\r\n\r\n${content}\r\n`;
    const form = [part('name="a.b"', '1'), part('name="f"; filename="f.txt"', 'file'), '--b--\r\n'];
    const source = postOf('multipart/form-data; boundary=b', form);
    const answer = await see(factories, { temporaryStorage }, source, async (request) => {
      const file = request.getUploadedFiles()['f'] as { getStream(): { text(): Promise<string> } };
      return [request.getParsedBody(), await file.getStream().text()];
    });
    expect(answer).toEqual([{ a_b: '1' }, 'file']);
  });

  it('of multipart forms stay unparsed without a storage', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n';
    const source = postOf('multipart/form-data; boundary=b', [part]);
    expect(await see(factories, {}, source, (request) => request.getParsedBody())).toBeNull();
  });

  it('of multipart forms go to the reader that was passed to the application', async () => {
    const source = postOf('multipart/form-data; boundary=b', ['--b--\r\n']);
    const readers: VariantAAppOptions['readers'] = {
      'multipart/form-data': (request) => request.withParsedBody({ own: true }),
    };
    const options = { temporaryStorage, readers };
    expect(await see(factories, options, source, (request) => request.getParsedBody())).toEqual({
      own: true,
    });
  });

  it('go to the parsers that were passed to the application', async () => {
    const parsers = { 'text/csv': (input: string) => input.split(',') };
    const source = postOf('text/csv', ['a,b']);
    const answer = await see(factories, { parsers }, source, (request) => request.getParsedBody());
    expect(answer).toEqual(['a', 'b']);
  });
});

/** What a route learns of a request. */
async function see(
  factories: HttpFactoriesInterface,
  options: Omit<VariantAAppOptions, 'factories'>,
  source: RequestSource,
  look: (request: VariantARequestInterface) => unknown,
): Promise<unknown> {
  let seen: unknown;
  await statusOf(factories, options, source, async (request) => {
    seen = await look(request);
  });
  return seen;
}

/** The status of the answer, when the life of the request has ended. */
async function statusOf(
  factories: HttpFactoriesInterface,
  options: Omit<VariantAAppOptions, 'factories'>,
  source: RequestSource,
  look: (request: VariantARequestInterface) => unknown,
): Promise<number> {
  const app = createApp({ factories, ...options });
  app.any('/', async (request, response) => {
    await look(request);
    return response;
  });
  const request = factories.createServerRequestFromSource(source);
  const response = await app.handle(request);
  await request.getLifetime().end();
  return response.getStatusCode();
}
