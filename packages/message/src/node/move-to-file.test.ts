import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { StreamInterface, UploadedFileInterface } from '@mortise/http-message';
import { openFiles } from '../../test/open-files.js';
import { temporaryFolder } from '../../../../tooling/testing/temporary-folder.js';
import { createTemporaryStorage, factories } from './index.js';
import { moveToFile } from './move-to-file.js';

const root = temporaryFolder();

let folder = '';
let target = '';
beforeEach(() => {
  folder = mkdtempSync(join(root, 'move-'));
  target = join(folder, 'target');
});

const uploadOf = (stream: StreamInterface): UploadedFileInterface =>
  factories.createUploadedFile(stream);

/** A folder on another file system than the system's temporary one, where this machine has one. */
const elsewhere = isWritable('/dev/shm') ? temporaryFolder('/dev/shm') : null;

describe('moveTo', () => {
  it('renames the file behind the stream', async () => {
    const source = join(folder, 'source');
    writeFileSync(source, 'text');
    const inode = statSync(source).ino;
    const upload = uploadOf(factories.createStreamFromFile(source));
    await upload.moveTo(target);
    expect([readdirSync(folder), statSync(target).ino]).toEqual([['target'], inode]);
    expect(upload.getSize()).toBe(4);
  });

  (elsewhere === null ? it.skip : it)(
    'copies to another file system, and removes the file',
    async () => {
      const source = join(folder, 'source');
      writeFileSync(source, 'text');
      await uploadOf(factories.createStreamFromFile(source)).moveTo(
        join(elsewhere ?? '', 'target'),
      );
      expect(readFileSync(join(elsewhere ?? '', 'target'), 'utf8')).toBe('text');
      expect([readdirSync(folder), readdirSync(elsewhere ?? '')]).toEqual([[], ['target']]);
    },
  );

  it('writes content in memory from its start, whether or not it was read before', async () => {
    const stream = factories.createStream('text');
    await stream.read(2);
    await uploadOf(stream).moveTo(target);
    expect(readFileSync(target, 'utf8')).toBe('text');
  });

  it('writes a copy that only this user can read, and closes it', async () => {
    await uploadOf(factories.createStream('text')).moveTo(target);
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(openFiles(folder)).toBe(0);
  });

  it('has moved a copied file, even if the original cannot be removed', async () => {
    const original = join(folder, 'original');
    mkdirSync(original);
    writeFileSync(target, 'older');
    const content = factories.createStream('text');
    Object.assign(content, { getMetadata: () => original });
    await moveToFile(content, target);
    expect([readFileSync(target, 'utf8'), existsSync(original)]).toEqual(['text', true]);
  });

  it('writes the bytes of a source', async () => {
    const source = factories.createStreamFromResource(chunks(['a', 'b']));
    await uploadOf(source).moveTo(target);
    expect(readFileSync(target, 'utf8')).toBe('ab');
  });

  it('replaces an existing file, and closes the stream', async () => {
    writeFileSync(target, 'older and longer');
    const stream = factories.createStream('new');
    await uploadOf(stream).moveTo(target);
    expect([readFileSync(target, 'utf8'), stream.isReadable()]).toEqual(['new', false]);
  });

  it('moves once, even if it is called twice at the same time', async () => {
    const upload = uploadOf(factories.createStream('text'));
    const moves = await Promise.allSettled([upload.moveTo(target), upload.moveTo(`${target}2`)]);
    expect(moves.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await expect(upload.moveTo(`${target}3`)).rejects.toMatchObject({ code: 'UPLOAD_MOVED' });
    expect(() => upload.getStream()).toThrow(expect.objectContaining({ code: 'UPLOAD_MOVED' }));
    expect(readdirSync(folder)).toEqual(['target']);
  });

  it.each([
    ['its folder is missing', () => join(folder, 'missing', 'target'), 'ENOENT'],
    ['the target is a folder', () => (mkdirSync(target), target), 'EISDIR'],
  ])('creates no file and stays unchanged if %s', async (_, path, code) => {
    for (const stream of [factories.createStream('text'), fileStream('text')]) {
      const upload = uploadOf(stream);
      stream.seek(1);
      const to = path();
      await expect(upload.moveTo(to)).rejects.toMatchObject({
        code: 'UPLOAD_MOVE_FAILED',
        cause: { code },
      });
      expect([upload.getStream().tell(), await upload.getStream().text()]).toEqual([1, 'text']);
      expect(readdirSync(folder).filter((name) => name.startsWith('target.'))).toEqual([]);
      await upload.moveTo(join(folder, `other-${code}`));
      expect(readFileSync(join(folder, `other-${code}`), 'utf8')).toBe('text');
      if (existsSync(target)) break;
    }
  });

  it('leaves no partial file if its source fails in the middle', async () => {
    const failing = factories.createStreamFromResource(chunks(['a'], new Error('gone')));
    await expect(uploadOf(failing).moveTo(target)).rejects.toMatchObject({
      code: 'UPLOAD_MOVE_FAILED',
      message: 'the upload could not be moved (gone)',
      cause: { message: 'gone' },
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('names the missing await if the request has ended, which closes the stream', async () => {
    const stream = factories.createStream('text');
    const move = uploadOf(stream).moveTo(target);
    stream.close();
    await expect(move).rejects.toMatchObject({
      code: 'UPLOAD_MOVE_FAILED',
      message:
        'the upload could not be moved (the stream was closed or detached: a body or an uploaded file is closed when its request ends): write await before moveTo, so that the request does not end first',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('moves a temporary file, which is then not removed', async () => {
    const writer = createTemporaryStorage({ folder }).createWriter(0);
    await writer.write(Buffer.from('text'));
    const stream = await writer.end();
    await uploadOf(stream).moveTo(target);
    stream.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(readdirSync(folder)).toEqual(['target']);
    chmodSync(target, 0o600);
  });

  function fileStream(text: string): StreamInterface {
    const path = join(folder, 'source');
    writeFileSync(path, text);
    return factories.createStreamFromFile(path);
  }
});

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function* chunks(texts: readonly string[], failure?: Error): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text));
  if (failure !== undefined) throw failure;
}
