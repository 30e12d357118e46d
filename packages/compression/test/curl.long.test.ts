import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { assertPrecondition, etag, httpCache, withEtag } from '@mortise/http-cache';
import { withFile } from '@mortise/static/node';
import { createApp, serve, type ServerHandle, text } from 'mortise';
import { compression } from '../src/node/index.js';

const run = promisify(execFile);
const TEXT = 'the quick brown fox '.repeat(200);
const paths = ['/digest', '/version', '/file'];

/** The name of a coding for curl, and its options. */
const codings: readonly (readonly [string, readonly string[]])[] = [
  ['every coding that it has', ['--compressed']],
  ['gzip', ['--compressed', '-H', 'Accept-Encoding: gzip']],
  ['none', []],
];

describe('curl', () => {
  let folder: string;
  let server: ServerHandle;
  let version = 7;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'curl-'));
    writeFileSync(join(folder, 'source.txt'), TEXT);
    // The tag of a file that has just changed is weak.
    utimesSync(join(folder, 'source.txt'), new Date(0), new Date(0));
    version = 7;
    const app = createApp({ logger: { error: () => undefined, info: () => undefined } });
    app.get('/digest', (_request, response) => text(response, TEXT));
    app.get('/version', (_request, response) => text(withEtag(response, String(version)), TEXT));
    app.get('/file', (request, response) =>
      withFile(request, response, join(folder, 'source.txt'), { strongTags: true }),
    );
    app.put('/version', (request, response) => {
      assertPrecondition(request, { etag: `"${version}"` }, { required: true });
      version += 1;
      return response.withStatus(204);
    });
    app.add(etag());
    app.add(httpCache());
    app.add(compression());
    server = await serve(app, { port: 0, onError: () => undefined });
  });
  afterEach(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  /** @returns what it wrote: by default the status */
  async function curl(...options: readonly string[]): Promise<string> {
    const fixed = ['-s', '-w', '%{http_code}'];
    return (await run('curl', [...fixed, ...options], { cwd: folder })).stdout;
  }
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

  describe.each(codings)('with %s', (_name, options) => {
    it.each(paths)('reads %s, and keeps its copy by --etag-compare', async (path) => {
      const url = server.url + path;
      expect(await curl(...options, '--etag-save', 'tag', '-o', 'copy', url)).toBe('200');
      expect(read('copy')).toBe(TEXT);
      expect(await curl(...options, '--etag-compare', 'tag', '-o', 'next', url)).toBe('304');
    });

    it.each(paths)('resumes %s with -C - to the same bytes, or reads it again', async (path) => {
      writeFileSync(join(folder, 'part'), TEXT.slice(0, 100));
      const url = server.url + path;
      // curl fails, and leaves its part, if it gets no range.
      await curl(...options, '-C', '-', '-o', 'part', url).catch(() => undefined);
      expect([TEXT, TEXT.slice(0, 100)]).toContain(read('part'));
      if (path === '/file' && options.length === 0) expect(read('part')).toBe(TEXT);
    });

    it('saves what it has read with If-Match, once', async () => {
      const url = `${server.url}/version`;
      await curl(...options, '--etag-save', 'tag', '-o', 'copy', url);
      const save = ['-X', 'PUT', '-H', `If-Match: ${read('tag').trim()}`, url];
      expect(await curl(...options, ...save)).toBe('204');
      expect((await curl(...options, '-o', 'error', ...save)).slice(-3)).toBe('412');
    });
  });

  it.each(paths)(
    'without codings gets %s whole, although it has the tag of a copy in gzip',
    async (path) => {
      const url = server.url + path;
      const gzip = ['--compressed', '-H', 'Accept-Encoding: gzip'];
      await curl(...gzip, '--etag-save', 'tag', '-o', 'copy', url);
      expect(read('tag')).toContain('-gzip"');
      expect(await curl('--etag-compare', 'tag', '-o', 'next', url)).toBe('200');
      expect(read('next')).toBe(TEXT);
    },
  );
});
