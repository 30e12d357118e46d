import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as send } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compression } from '@mortise/compression/node';
import {
  assertPrecondition,
  bodyTag,
  etag,
  httpCache,
  withEtag,
  withLastModified,
} from '@mortise/http-cache';
import { withFile } from '@mortise/static/node';
import {
  createApp,
  html,
  type ResponseInterface,
  type ServerRequestInterface,
  serve,
  type ServerHandle,
  text,
} from 'mortise';
import { launchChromium, withChromium } from '../testing/chromium.js';
import { implementations } from '../testing/implementations.js';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { withService } from '../testing/with-service.js';

const TEXT = 'the quick brown fox '.repeat(200);
const SMALL = 'the quick brown fox';
const DATE = new Date(1e12).toUTCString();
const folder = temporaryFolder();
const file = join(folder, 'fox.txt');
writeFileSync(file, TEXT);
utimesSync(file, 1e9, 1e9);

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

describe.each(implementations)('tags under compression, with %s', (_name, factories) => {
  let server: ServerHandle;
  beforeAll(async () => {
    const app = createApp({ factories });
    const change = (request: ServerRequestInterface, tag: string) => {
      assertPrecondition(request, { etag: tag });
    };
    app.get('/digest', (_request, response) => text(response, TEXT)).add(etag());
    app.put('/digest', async (request, response) => {
      change(request, await bodyTag(new TextEncoder().encode(TEXT)));
      return response.withStatus(204);
    });
    for (const [path, body, field] of [
      ['/version', TEXT, null],
      ['/small', SMALL, null],
      ['/png', TEXT, ['Content-Type', 'image/png']],
      ['/coded', TEXT, ['Content-Encoding', 'gzip']],
      ['/events', TEXT, ['Content-Type', 'text/event-stream']],
      ['/excluded', TEXT, ['Content-Type', 'text/x-secret']],
    ] as const) {
      app.get(path, (_request, response) => {
        const tagged = text(withLastModified(withEtag(response, '7'), 1e9), body);
        return field === null ? tagged : tagged.withHeader(field[0], field[1]);
      });
      app.put(path, (request, response) => {
        change(request, '"7"');
        return response.withStatus(204);
      });
    }
    const strong = { factories, strongTags: true };
    app.get('/file', (request, response) => withFile(request, response, file, strong));
    app.put('/file', async (request, response) => {
      (await withFile(request, response, file, strong)).getBody().close();
      return response.withStatus(204);
    });
    app.add(httpCache({ factories }));
    const compress = (_request: unknown, response: ResponseInterface) =>
      response.getHeaderLine('Content-Type') !== 'text/x-secret';
    app.add(compression({ factories, codings: ['br', 'gzip'], compress }));
    server = await serve(app, { port: 0 });
  });
  afterAll(() => server.close());

  const ask = async (
    method: string,
    path: string,
    sent: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const { port } = server;
    const request = send({ port, method, path, headers: sent, agent: false }).end();
    const [incoming] = (await once(request, 'response')) as [IncomingMessage];
    const body = Buffer.concat((await incoming.toArray()) as Buffer[]);
    const { statusCode: status = 0, headers } = incoming;
    const read = decoded(body, headers['content-encoding']);
    return { status, headers: headers as Answer['headers'], text: read };
  };

  describe.each(['/digest', '/version', '/file'])('of %s', (path) => {
    describe.each(['identity', 'gzip', 'br'])('coded as %s', (coding) => {
      const encoding = { 'Accept-Encoding': coding };
      const tags = async () => {
        const plainTag = (await ask('GET', path)).headers['etag'] ?? '';
        const own = coding === 'identity' ? plainTag : plainTag.replace(/"$/, `-${coding}"`);
        return { own, plainTag };
      };
      const lists = async () => {
        const { own, plainTag } = await tags();
        return [
          ['own', own, own],
          ['other', '"zz"', null],
          ['weak', `W/${plainTag}`, `W/${plainTag}`],
          ['list', `"zz-gzip", "a,b" , ${own}`, own],
          ['*', '*', own],
        ] as const;
      };

      it('sends with GET and HEAD the strong tag of the coding, and no other length than that of GET', async () => {
        const { own } = await tags();
        const get = await ask('GET', path, encoding);
        expect([get.status, get.headers['etag'], get.text]).toEqual([200, own, TEXT]);
        expect(get.headers['content-encoding'] ?? 'identity').toBe(coding);
        const head = await ask('HEAD', path, encoding);
        const { 'content-length': length = get.headers['content-length'], ...others } =
          head.headers;
        const expected: Record<string, unknown> = { ...get.headers, date: others['date'] };
        expect({ ...others, 'content-length': length }).toEqual(expected);
        if (coding === 'identity') expect(head.headers['content-length']).toBe(`${TEXT.length}`);
      });

      it('is 304 for GET and HEAD with If-None-Match, with the tag as the client has it', async () => {
        for (const [name, list, listed] of await lists()) {
          for (const method of ['GET', 'HEAD']) {
            const got = await ask(method, path, { ...encoding, 'If-None-Match': list });
            const { status, headers } = got;
            expect([name, method, status, headers['etag'], headers['vary']]).toEqual([
              ...[name, method, listed === null ? 200 : 304],
              ...[listed ?? (await tags()).own, 'Accept-Encoding'],
            ]);
          }
        }
      });

      it('passes PUT with If-Match and the tag of the coding, and refuses others', async () => {
        const statuses: Record<string, number> = {};
        for (const [name, list] of await lists()) {
          statuses[name] = (await ask('PUT', path, { 'If-Match': list })).status;
        }
        expect(statuses).toEqual({ own: 204, other: 412, weak: 412, list: 204, '*': 204 });
        expect((await ask('PUT', path)).status).toBe(204);
      });

      it('refuses PUT with If-None-Match and a tag that the resource has', async () => {
        const statuses: Record<string, number> = {};
        for (const [name, list] of await lists()) {
          const headers = { ...encoding, 'If-None-Match': list };
          statuses[name] = (await ask('PUT', path, headers)).status;
        }
        expect(statuses).toEqual({ own: 412, other: 204, weak: 412, list: 412, '*': 412 });
      });

      it('refuses PUT with a malformed If-Match', async () => {
        const { own } = await tags();
        for (const list of [`${own}x`, `${own} "8"`, `"8", ${own.slice(0, -1)}`]) {
          expect((await ask('PUT', path, { 'If-Match': list })).status).toBe(412);
        }
      });
    });
  });

  it('a body below the threshold keeps its tag', async () => {
    for (const headers of [{}, { 'If-None-Match': '"7"' }]) {
      const { status, headers: got } = await ask('GET', '/small', {
        'Accept-Encoding': 'gzip',
        ...headers,
      });
      expect([status, got['etag']]).toEqual(['If-None-Match' in headers ? 304 : 200, '"7"']);
    }
    expect((await ask('PUT', '/small', { 'If-Match': '"7"' })).status).toBe(204);
  });

  it.each(['/version', '/small', '/png', '/coded', '/events', '/excluded', '/digest', '/file'])(
    'a 304 of %s has the tag and Vary of the 200, to any tag, to a date alone, and to its own',
    async (path) => {
      for (const accepted of ['identity', 'gzip', 'br, gzip', 'gzip, identity;q=0']) {
        const encoding = { 'Accept-Encoding': accepted };
        for (const method of ['GET', 'HEAD']) {
          // The body of `/coded` is not what its header says.
          const { etag: tag = '', vary } = (await ask('HEAD', path, encoding)).headers;
          const conditions: Readonly<Record<string, string>>[] = [
            { 'If-None-Match': '*' },
            { 'If-None-Match': `"zz", ${tag}` },
          ];
          if (path !== '/digest') conditions.push({ 'If-Modified-Since': DATE });
          for (const condition of conditions) {
            const got = await ask(method, path, { ...encoding, ...condition });
            const { etag: sent, vary: varied, ...others } = got.headers;
            expect([accepted, got.status, sent, varied]).toEqual([accepted, 304, tag, vary]);
            expect(Object.keys(others).sort()).toEqual(['connection', 'date']);
          }
        }
      }
    },
  );

  it('a cache that has a coding which this client does not accept gets the whole', async () => {
    for (const list of ['"7-br"', '"7-br", "8"', 'W/"7-br"']) {
      const headers = { 'Accept-Encoding': 'gzip, br;q=0', 'If-None-Match': list };
      const { status, headers: got, text: body } = await ask('GET', '/version', headers);
      expect([status, got['etag'], body]).toEqual([200, '"7-gzip"', TEXT]);
    }
  });

  it.each([
    ['gzip', '"7-br", "7-gzip"', '"7-gzip"'],
    ['gzip, br', '"7-gzip", "7-br"', '"7-br"'],
    ['gzip, br;q=0.5', '"7-br", "7-gzip"', '"7-gzip"'],
    ['gzip;q=0.5, identity', '"7-gzip"', '"7-gzip"'],
    ['gzip', '"7", "7-gzip"', '"7-gzip"'],
    ['gzip', 'W/"7", "7"', '"7"'],
    ['*', '"7-br"', '"7-br"'],
  ])('for %s and the list %s a 304 has the tag %s', async (accepted, list, tag) => {
    const headers = { 'Accept-Encoding': accepted, 'If-None-Match': list };
    const { status, headers: got } = await ask('GET', '/version', headers);
    expect([status, got['etag']]).toEqual([304, tag]);
  });

  it('a range is never cut from plain bytes for a client that has coded ones', async () => {
    const { headers } = await ask('GET', '/file', { 'Accept-Encoding': 'gzip' });
    const tag = headers['etag'] ?? '';
    expect(tag).toMatch(/^".+-gzip"$/);
    const plainTag = tag.replace('-gzip"', '"');
    for (const condition of ['If-Range', 'If-Match']) {
      for (const accepted of ['gzip', 'identity']) {
        const range = { Range: 'bytes=100-199', [condition]: tag, 'Accept-Encoding': accepted };
        const whole = await ask('GET', '/file', range);
        expect([condition, whole.status, whole.text]).toEqual([condition, 200, TEXT]);
      }
      const range = { Range: 'bytes=100-199', [condition]: plainTag, 'Accept-Encoding': 'gzip' };
      const part = await ask('GET', '/file', range);
      expect([condition, part.status, part.headers['etag'], part.text]).toEqual([
        condition,
        206,
        plainTag,
        TEXT.slice(100, 200),
      ]);
    }
  });

  const hasCurl = spawnSync('curl', ['--version']).status === 0;
  withService(hasCurl, 'curl (install it)')('with curl', () => {
    const curl = async (...options: string[]) => {
      const url = `http://127.0.0.1:${server.port}/file`;
      await promisify(execFile)('curl', ['--silent', '--show-error', '--fail', ...options, url]);
    };

    it('a download is resumed at its end, and is whole', async () => {
      const place = join(folder, 'resumed.txt');
      writeFileSync(place, TEXT.slice(0, 1500));
      const { headers } = await ask('GET', '/file');
      await curl(
        '--output',
        place,
        '--continue-at',
        '-',
        '--header',
        `If-Range: ${headers['etag']}`,
      );
      expect(readFileSync(place, 'utf8')).toBe(TEXT);
    });

    it('a compressed page is saved, and is not sent again, with the tag that curl stored', async () => {
      const [tag, place] = [join(folder, 'tag'), join(folder, 'page')];
      await curl('--compressed', '--etag-save', tag, '--output', place);
      expect(readFileSync(place, 'utf8')).toBe(TEXT);
      const stored = readFileSync(tag, 'utf8').trim();
      expect(stored).toMatch(/^".+-(?:br|gzip)"$/);
      writeFileSync(place, 'unchanged');
      await curl('--compressed', '--etag-compare', tag, '--output', place);
      expect(['unchanged', '']).toContain(readFileSync(place, 'utf8'));
      await curl('--request', 'PUT', '--header', `If-Match: ${stored}`);
    });
  });
});

withChromium('tags under compression')('tags under compression, in Chromium', () => {
  it('its cache revalidates a compressed page, which it can then save', async () => {
    const app = createApp();
    const { factories } = app;
    const statuses: number[] = [];
    app.get('/', (_request, response) => html(response, '<!doctype html><title>page</title>'));
    app.get('/page', (_request, response) =>
      text(withEtag(response, '7').withHeader('Cache-Control', 'no-cache'), TEXT),
    );
    app.put('/page', (request, response) => {
      assertPrecondition(request, { etag: '"7"' }, { required: true });
      return response.withStatus(204);
    });
    app.add(httpCache({ factories }));
    app.add(compression({ factories }));
    app.add(async (request, handler) => {
      const response = await handler.handle(request);
      if (request.getUri().getPath() === '/page') statuses.push(response.getStatusCode());
      return response;
    });
    const server = await serve(app, { port: 0 });
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ baseURL: `http://localhost:${server.port}` });
      await page.goto('/');
      const seen = await page.evaluate<readonly unknown[]>(`(async () => {
        const first = await fetch('/page'); const text = await first.text();
        const second = await fetch('/page'); const same = (await second.text()) === text;
        const headers = { 'If-Match': second.headers.get('etag') };
        return [text, same, headers['If-Match'], (await fetch('/page', { method: 'PUT', headers })).status];
      })()`);
      expect(seen).toEqual([TEXT, true, expect.stringMatching(/^"7-(?:br|gzip|zstd)"$/), 204]);
      expect(statuses).toEqual([200, 304, 204]);
    } finally {
      await browser.close();
      await server.close();
    }
  });
});

function decoded(bytes: Buffer, coding: string | undefined): string {
  if (bytes.length === 0) return '';
  if (coding === 'gzip') return gunzipSync(bytes).toString();
  return (coding === 'br' ? brotliDecompressSync(bytes) : bytes).toString();
}
