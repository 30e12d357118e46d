import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type {
  ServerRequestInterface,
  TemporaryStorageInterface,
  UploadedFileInterface,
} from '@mortise/http-message';
import { createTemporaryStorage, factories } from '@mortise/message/node';
import {
  arriving,
  CONTENT_TYPE,
  cut,
  field,
  file,
  formBytes,
  type PartToWrite,
} from '../../test/form-bytes.js';
import { openFiles } from '../../test/open-files.js';
import { waitFor } from '../../../../tooling/testing/wait-for.js';
import { bodyParser } from '../index.js';
import { type MultipartFormOptions, multipartForm } from './index.js';

type Options = Partial<MultipartFormOptions>;

const LARGE = Buffer.alloc(200_000, 'large ');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'multipart-form-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('multipartForm', () => {
  it('refuses an unknown option when it is created', () => {
    const options: object = { factories, storage: createTemporaryStorage(), maxFile: 1 };
    expect(() => multipartForm(options as MultipartFormOptions)).toThrow(
      'unknown option multipartForm.maxFile; expected multipartForm.maxFiles',
    );
  });

  it('returns fields and files by names with brackets, in maps without a prototype', async () => {
    const parsed = await parse([
      field('user[name]', 'Ada'),
      field('tags[]', 'a'),
      field('tags[]', 'b'),
      file('docs[cv]', 'cv'),
      file('photos[]', '1'),
      file('photos[]', '22'),
    ]);
    expect(parsed.getParsedBody()).toEqual({ user: { name: 'Ada' }, tags: ['a', 'b'] });
    expect(Object.getPrototypeOf(parsed.getParsedBody())).toBeNull();
    const { docs, photos } = parsed.getUploadedFiles() as {
      docs: { cv: UploadedFileInterface };
      photos: UploadedFileInterface[];
    };
    expect(await docs.cv.getStream().text()).toBe('cv');
    expect(photos.map((photo) => photo.getSize())).toEqual([1, 2]);
    expect(docs.cv.getClientFilename()).toBe('docs[cv].bin');
    expect(docs.cv.getClientMediaType()).toBe('application/x-test');
  });

  it('drops __proto__, and treats constructor like any other name', async () => {
    const parsed = await parse([
      field('__proto__[x]', '1'),
      file('f[__proto__]', ''),
      file('constructor', ''),
    ]);
    expect(parsed.getParsedBody()).toEqual({});
    expect(Object.keys(parsed.getUploadedFiles())).toEqual(['f', 'constructor']);
  });

  it('keeps a small file in memory and a large one on disk, readable only by this user', async () => {
    const parsed = await parse([file('small', 'x'), file('large', LARGE)]);
    const [name = ''] = readdirSync(folder);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(name).not.toContain('large');
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const large = parsed.getUploadedFiles().large as UploadedFileInterface;
    expect(Buffer.from(await large.getStream().getContents())).toEqual(LARGE);
  });

  it("removes files at the end of the request's lifetime, unless they were moved", async () => {
    const parsed = await parse([file('moved', LARGE), file('left', LARGE)]);
    const target = join(folder, 'target');
    await (parsed.getUploadedFiles().moved as UploadedFileInterface).moveTo(target);
    await parsed.getLifetime().end();
    await waitFor(() => readdirSync(folder).length === 1);
    expect(readdirSync(folder)).toEqual(['target']);
    expect(statSync(target).size).toBe(LARGE.length);
  });

  it('removes the files of a form as soon as it refuses the form', async () => {
    const written = [file('kept', LARGE), file('large', LARGE), field('a[b][c]', '')];
    await expect(parse(written, { maxFileBytes: 199_999 })).rejects.toMatchObject({ status: 413 });
    await expect(parse(written, { maxDepth: 1 })).rejects.toMatchObject({ code: 'FORM_TOO_DEEP' });
    await expect(parse([file('kept', LARGE), file('a[b', LARGE)])).rejects.toMatchObject({
      status: 400,
    });
    await waitFor(() => readdirSync(folder).length === 0);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('removes the files when the client disconnects, at any point', async () => {
    const bytes = formBytes([file('kept', LARGE), field('a', '1'), file('begun', LARGE)]);
    const gone = Object.assign(new Error('gone'), { code: 'REQUEST_ABORTED', status: 400 });
    for (const share of [0, 0.1, 0.4999, 0.5, 0.501, 0.9, 1]) {
      const came = bytes.subarray(0, Math.floor(bytes.length * share));
      const breaking = async function* () {
        yield* arriving(cut(came, 10_000));
        throw gone;
      };
      await expect(read(request(breaking()))).rejects.toBe(gone);
    }
    await waitFor(() => readdirSync(folder).length === 0);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('removes a file that exceeds MAX_FILE_SIZE after part of it was stored', async () => {
    const spilled: number[] = [];
    const storage = watchedStorage(() => spilled.push(readdirSync(folder).length));
    const form = [field('MAX_FILE_SIZE', '100000'), file('f', LARGE), file('g', 'x')];
    const parsed = await parse(form, { storage });
    const { f, g } = parsed.getUploadedFiles() as Record<string, UploadedFileInterface>;
    expect([f?.getError(), g?.getError()]).toEqual([2, 0]);
    expect(Math.max(...spilled)).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
    await waitFor(() => openFiles(folder) === 0);
  });

  it.each<[string, (bytes: Buffer) => AsyncIterable<Uint8Array> | Uint8Array]>([
    ['of known size', (bytes) => bytes],
    ['of unknown size', (bytes) => arriving(cut(bytes, 10))],
  ])('accepts a body %s of exactly maxBytes, and refuses one more', async (_, bodyOf) => {
    const bytes = formBytes([field('a', '1')]);
    const parsed = await read(request(bodyOf(bytes)), { maxBytes: bytes.length });
    expect(parsed.getParsedBody()).toEqual({ a: '1' });
    const tooLarge = read(request(bodyOf(bytes)), { maxBytes: bytes.length - 1 });
    await expect(tooLarge).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' });
  });

  it.each<[string, number, Options, string]>([
    ['maxFileBytes', 0, { maxFileBytes: 5 }, '9'],
    ['maxFileBytes that truncates', 0, { maxFileBytes: 5, onLimit: 'truncate' }, '9'],
    ['MAX_FILE_SIZE', 0, {}, '5'],
    ['one more than maxFileBytes that truncates', 1, { maxFileBytes: 4, onLimit: 'truncate' }, '9'],
    ['one more than MAX_FILE_SIZE', 2, {}, '4'],
  ])('gives a file of exactly %s the error %i', async (_, error, options, most) => {
    const form = [field('MAX_FILE_SIZE', most), file('f', '12345')];
    const { f } = (await parse(form, options)).getUploadedFiles();
    expect((f as UploadedFileInterface).getError()).toBe(error);
  });

  it.each([
    ['exceeds a limit', { maxFileBytes: 199_999 }],
    ['has too many parts', { maxParts: 0 }],
  ])('cancels the body of a form that %s', async (_, options) => {
    const bytes = formBytes([file('f', LARGE), file('g', LARGE)]);
    let requested = 0;
    let cancelled = false;
    const chunks = async function* () {
      try {
        for await (const chunk of arriving(cut(bytes, 10_000))) {
          requested += chunk.length;
          yield chunk;
        }
      } finally {
        cancelled = requested < bytes.length;
      }
    };
    await expect(read(request(chunks()), options)).rejects.toMatchObject({ status: 413 });
    await waitFor(() => cancelled);
  });

  it("continues without a file that cannot be stored, and sets PHP's upload error", async () => {
    const written = [file('f', LARGE), field('a', '1'), file('g', 'small')];
    for (const [code, error] of [
      ['ENOSPC', 7],
      ['ENOENT', 6],
    ] as const) {
      for (const failing of ['write', 'end'] as const) {
        const told: unknown[] = [];
        const storage = failingStorage(failing, code);
        const parsed = await parse(written, {
          storage,
          onStorageError: (cause) => told.push(cause),
        });
        const upload = parsed.getUploadedFiles().f as UploadedFileInterface;
        expect(parsed.getParsedBody()).toEqual({ a: '1' });
        expect([upload.getError(), upload.getSize(), upload.getClientFilename()]).toEqual([
          error,
          0,
          'f.bin',
        ]);
        expect(told[0]).toMatchObject({ code });
        // A write that failed left a file behind.
        await waitFor(() => readdirSync(folder).length + openFiles(folder) === 0);
      }
    }
  });

  it('sets error 6 if the folder does not exist', async () => {
    const storage = createTemporaryStorage({ folder: join(folder, 'vanished') });
    const parsed = await parse([file('f', LARGE)], { storage });
    expect((parsed.getUploadedFiles().f as UploadedFileInterface).getError()).toBe(6);
  });

  it('continues when the folder is removed in the middle, and leaves no file open', async () => {
    const written = formBytes([
      field('a', '1'),
      file('f', LARGE),
      file('g', LARGE),
      field('b', '2'),
    ]);
    const parsed = await read(request(vanishing(cut(written, 10_000), 15)));
    const { f, g } = parsed.getUploadedFiles() as Record<string, UploadedFileInterface>;
    expect(parsed.getParsedBody()).toEqual({ a: '1', b: '2' });
    expect([f?.getError(), g?.getError()]).toEqual([0, 6]);
    expect(LARGE.equals((await f?.getStream().getContents()) ?? LARGE.subarray(1))).toBe(true);
    await parsed.getLifetime().end();
    mkdirSync(folder);
    await waitFor(() => openFiles(folder) === 0);
    expect(openFiles(folder)).toBe(0);
  });

  it('sets error 4 for a file input without a file, and 2 for a file over MAX_FILE_SIZE', async () => {
    const parsed = await parse([
      field('max_file_size', '2'),
      file('none', 'x', ''),
      file('big', 'xxx'),
    ]);
    const { none, big } = parsed.getUploadedFiles() as Record<string, UploadedFileInterface>;
    expect([none?.getError(), big?.getError()]).toEqual([4, 2]);
  });

  it('keeps a file whose path ends with a slash, without a name', async () => {
    const parsed = await parse([file('f', 'x', 'C:/folder/')]);
    const upload = parsed.getUploadedFiles().f as UploadedFileInterface;
    expect([upload.getError(), upload.getClientFilename()]).toEqual([0, '']);
    expect(await upload.getStream().text()).toBe('x');
  });

  it('drops files over the limit with onLimit truncate, and the empty file inputs after them', async () => {
    const written = [file('n', '', ''), file('a', 'x'), file('b', 'x'), file('c', '', '')];
    const parsed = await parse(written, { maxFiles: 1, onLimit: 'truncate' });
    expect(Object.keys(parsed.getUploadedFiles())).toEqual(['n', 'a']);
  });

  it.each<[string, () => AsyncIterable<Uint8Array> | Uint8Array]>([
    ['known size', () => Buffer.alloc(0)],
    ['unknown size', () => arriving([])],
    ['unknown size, with empty chunks', () => arriving([Buffer.alloc(0), Buffer.alloc(0)])],
  ])('passes the same request on for an empty body of %s, however framed', async (_, body) => {
    const framings: Readonly<Record<string, string>>[] = [
      {},
      { 'Content-Length': '0' },
      { 'Transfer-Encoding': 'chunked' },
    ];
    for (const framing of framings) {
      let came = request(body());
      for (const [name, value] of Object.entries(framing)) came = came.withHeader(name, value);
      expect(await read(came)).toBe(came);
    }
  });

  it('refuses a body of one byte, which is not empty', async () => {
    for (const body of [Buffer.from('\r'), arriving([Buffer.alloc(0), Buffer.from('\r')])]) {
      await expect(read(request(body))).rejects.toMatchObject({
        code: 'BODY_MALFORMED',
        status: 400,
      });
    }
  });

  it.each(['a[', 'a]', 'a[b]c', 'a[[b]', '[a]b'])(
    'refuses a file %s, and names it',
    async (name) => {
      await expect(parse([file(name, 'x')])).rejects.toMatchObject({
        code: 'BODY_PART_HEADER',
        message: expect.stringContaining(`the brackets in the name "${name}" do not match`),
      });
    },
  );

  it('refuses a content coding with 415', async () => {
    const coded = request(formBytes([])).withHeader('Content-Encoding', 'gzip');
    await expect(read(coded)).rejects.toMatchObject({ status: 415 });
  });

  it('leaves no file open', async () => {
    for (let round = 0; round < 5; round++) {
      const parsed = await parse([file('f', LARGE), file('g', LARGE)]);
      await parsed.getLifetime().end();
      await expect(parse([file('f', LARGE), file('a[', LARGE)])).rejects.toThrow();
    }
    await waitFor(() => openFiles(folder) === 0);
    expect(openFiles(folder)).toBe(0);
  });
});

function parse(
  written: readonly PartToWrite[],
  options: Options = {},
): Promise<ServerRequestInterface> {
  return read(request(arriving(cut(formBytes(written), 10_000))), options);
}

function request(body: AsyncIterable<Uint8Array> | Uint8Array): ServerRequestInterface {
  return factories
    .createServerRequest('POST', 'http://example.test/')
    .withHeader('Content-Type', CONTENT_TYPE)
    .withBody(factories.createStreamFromResource(body));
}

async function read(
  came: ServerRequestInterface,
  options: Options = {},
): Promise<ServerRequestInterface> {
  const storage = createTemporaryStorage({ folder });
  const reader = multipartForm({ factories, storage, ...options });
  return bodyParser({ factories, readers: { 'multipart/form-data': reader } })(came);
}

/** Storage that calls back after each write. */
function watchedStorage(onWrite: () => void): TemporaryStorageInterface {
  const storage = createTemporaryStorage({ folder });
  return {
    createWriter: (limit) => {
      const writer = storage.createWriter(limit);
      return {
        get size() {
          return writer.size;
        },
        async write(bytes) {
          await writer.write(bytes);
          onWrite();
        },
        end: () => writer.end(),
        discard: () => writer.discard(),
      };
    },
  };
}

/** Storage that takes small files only. */
function failingStorage(member: 'write' | 'end', code: string): TemporaryStorageInterface {
  const storage = createTemporaryStorage({ folder });
  return {
    createWriter: (limit) => {
      const writer = storage.createWriter(limit);
      const fail = () => Promise.reject(Object.assign(new Error(code), { code }));
      return {
        get size() {
          return writer.size;
        },
        write: (bytes) =>
          member === 'write' && writer.size > 50_000 ? fail() : writer.write(bytes),
        end: () => (member === 'end' && writer.size > 50_000 ? fail() : writer.end()),
        discard: () => writer.discard(),
      };
    },
  };
}

/** The folder is removed before one of the chunks. */
async function* vanishing(
  chunks: Iterable<Uint8Array>,
  before: number,
): AsyncGenerator<Uint8Array> {
  let chunk = 0;
  for await (const bytes of arriving(chunks)) {
    if (chunk++ === before) rmSync(folder, { recursive: true });
    yield bytes;
  }
}
