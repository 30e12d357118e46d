import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  RequestLifetimeInterface,
  StreamInterface,
  UploadedFileInterface,
} from '@mortise/http-message';
import { createTemporaryStorage } from '@mortise/message/node';
import { implementations } from '../../../tooling/testing/implementations.js';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { createApp, type VariantA } from './index.js';

describe.each(implementations)('subRequest over %s', (_name, factories) => {
  it('reaches a route with its own middleware, and not that of the application', async () => {
    const app = createApp({ factories });
    app
      .post('/part/{id}', (request, response, args) =>
        response.write(
          [
            args.id,
            request.getQueryParam('q'),
            request.getCookieParam('c'),
            request.getParam('f'),
          ].join(),
        ),
      )
      .add(async (request, response, next) => (await next(request, response)).write('|route'));
    app.add(async (request, response, next) => (await next(request, response)).write('|app'));
    app.get('/', async (_request, response) => {
      const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const part = await app.subRequest('POST', '/part/7', 'q=1', form, { c: '2' }, 'f=3');
      return response.write(await part.getBody().text());
    });
    const answer = await app.handle(factories.createServerRequest('GET', '/'));
    expect(await answer.getBody().text()).toBe('7,1,2,3|route|app');
  });

  it('is read like any request of the application: parsers, override, base path', async () => {
    const parsers = { 'text/csv': (input: string) => input.split(',') };
    const app = createApp({ factories, parsers, settings: { basePath: '/sub' } });
    app.put('/sub/x', (request, response) =>
      response.withJson([request.getParsedBody(), request.getUri().getBaseUrl()]),
    );
    const headers = { 'Content-Type': 'text/csv', 'X-Http-Method-Override': 'PUT' };
    const answer = await app.subRequest('POST', '/sub/x', '', headers, {}, 'a,b');
    expect(await answer.getBody().text()).toBe('[["a","b"],"/sub"]');
  });

  it('returns a response with the helpers of the variant, even of a handler without them', async () => {
    const app = createApp({ factories });
    app.get('/', { handle: () => factories.createResponse(202) });
    const answer = await app.subRequest('GET', '/');
    expect([answer.isSuccessful(), answer.isOk()]).toEqual([true, false]);
  });

  it('sets each header, of which the last of one name wins', async () => {
    const app = createApp({ factories });
    app.get('/', (request, response) => response.write(request.getHeaderLine('X-A')));
    const answer = await app.subRequest('GET', '/', '', { 'X-A': ['1', '2'], 'x-a': ['3', '4'] });
    expect(await answer.getBody().text()).toBe('3, 4');
  });

  it('returns the response', async () => {
    const app = createApp({ factories });
    app.get('/', (_request, response) => response);
    const given = factories.createResponse(202);
    const answer = await app.subRequest('GET', '/', '', {}, {}, '', given);
    expect(answer.getStatusCode()).toBe(202);
  });

  describe('leaves no file of an upload', () => {
    const part = 'Content-Disposition: form-data; name="cover"; filename="c.png"';
    const body = `--b\r\n${part}\r\n\r\n${'PNG'.repeat(100_000)}\r\n--b--\r\n`;
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const folders: string[] = [];
    afterEach(() => {
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
    });
    const upload = (callback: VariantA['callback']) => {
      const folder = mkdtempSync(join(tmpdir(), 'sub-request-'));
      folders.push(folder);
      const temporaryStorage = createTemporaryStorage({ folder });
      const app = createApp({ factories, temporaryStorage });
      app.post('/covers', callback);
      const answer = app.subRequest('POST', '/covers', '', headers, {}, body);
      const files = (): number => readdirSync(folder).length;
      // Closing removes a file, and does not wait for that.
      const gone = () => waitFor(() => files() === 0);
      return { answer, files, gone };
    };

    it('after a response in memory', async () => {
      let during = -1;
      const { answer, files, gone } = upload((request, response) => {
        during = files();
        return response.write(String(Object.keys(request.getUploadedFiles())));
      });
      expect(await (await answer).getBody().text()).toBe('cover');
      expect(during).toBe(1);
      await gone();
    });

    it('after an error, which is passed on unchanged', async () => {
      const failure = new Error('no covers');
      const { answer, gone } = upload(() => {
        throw failure;
      });
      await expect(answer).rejects.toBe(failure);
      await gone();
    });

    it.each(['read', 'closed'])(
      'after a response that is made of it, once that is %s',
      async (how) => {
        const { answer, files, gone } = upload((request, response) => {
          const cover = request.getUploadedFiles()['cover'] as UploadedFileInterface;
          return response.withBody(cover.getStream());
        });
        const streamed = (await answer).getBody();
        expect(files()).toBe(1);
        if (how === 'read') expect((await streamed.text()).length).toBe(300_000);
        else streamed.close();
        await gone();
      },
    );

    it('after a response whose body fails', async () => {
      const { answer, files, gone } = upload((_request, response) => {
        const failing = async function* () {
          yield await Promise.resolve(Buffer.from('a'));
          throw new Error('cut');
        };
        return response.withBody(factories.createStreamFromResource(failing()));
      });
      const streamed = (await answer).getBody();
      expect(files()).toBe(1);
      await expect(streamed.text()).rejects.toThrow('cut');
      await gone();
    });

    it('and closes the body of a response that is closed unread', async () => {
      let inner: StreamInterface | null = null;
      const { answer, gone } = upload((_request, response) => {
        const endless = async function* () {
          for (;;) yield await Promise.resolve(Buffer.from('a'));
        };
        inner = factories.createStreamFromResource(endless());
        return response.withBody(inner);
      });
      const streamed = (await answer).getBody();
      streamed.close();
      await gone();
      await waitFor(() => inner?.isReadable() === false);
    });
  });

  it('has a response after its cleanups, and rejects with their errors', async () => {
    const app = createApp({ factories });
    const failure = new Error('the lock was not released');
    const done: string[] = [];
    app.get('/{how}', (request, response, { how }) => {
      request.getLifetime().onEnd(async () => {
        await new Promise((resolve) => setImmediate(resolve));
        if (how === 'bad') throw failure;
        done.push('cleaned up');
      });
      return response;
    });
    await app.subRequest('GET', '/good');
    expect(done).toEqual(['cleaned up']);
    await expect(app.subRequest('GET', '/bad')).rejects.toMatchObject({ errors: [failure] });
  });

  it('ends synchronously if nothing waits, and aborts on an error', async () => {
    const app = createApp({ factories });
    const lifetimes: RequestLifetimeInterface[] = [];
    app.get('/{how}', (request, response, { how }) => {
      lifetimes.push(request.getLifetime());
      if (how === 'bad') throw new Error('bad');
      return response;
    });
    expect(app.subRequest('GET', '/good')).not.toBeInstanceOf(Promise);
    await expect(app.subRequest('GET', '/bad')).rejects.toThrow('bad');
    expect(lifetimes.map(({ ended, signal }) => [ended, signal.aborted])).toEqual([
      [true, false],
      [true, true],
    ]);
  });
});
