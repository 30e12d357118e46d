import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { factories } from './index.js';

const folder = mkdtempSync(join(tmpdir(), 'plain-move-'));
/** On another file system than the system's folder for temporary files, in most places. */
const elsewhere = isWritable('/dev/shm') ? mkdtempSync('/dev/shm/plain-move-') : folder;

afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(elsewhere, { recursive: true, force: true });
});

describe('moveTo', () => {
  it('renames a file if possible', async () => {
    const path = join(folder, 'source');
    writeFileSync(path, 'abc');
    const { ino } = statSync(path);
    await uploadOf(path).moveTo(join(folder, 'target'));
    expect(statSync(join(folder, 'target')).ino).toBe(ino);
    expect(existsSync(path)).toBe(false);
  });

  it('moves a whole file to another file system, and leaves none behind', async () => {
    const path = join(folder, 'far');
    writeFileSync(path, 'abc');
    await uploadOf(path).moveTo(join(elsewhere, 'far-target'));
    expect(readFileSync(join(elsewhere, 'far-target'), 'utf8')).toBe('abc');
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(elsewhere).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('leaves the position of a stream unchanged if its copy fails, and no part of it', async () => {
    const stream = factories.createStream('abc');
    await stream.read(2);
    const upload = factories.createUploadedFile(stream);
    await expect(upload.moveTo(folder)).rejects.toMatchObject({ code: 'UPLOAD_MOVE_FAILED' });
    expect(stream.tell()).toBe(2);
    const beside = readdirSync(tmpdir()).filter((name) => name.endsWith('.part'));
    expect(beside.filter((name) => name.startsWith(basename(folder)))).toEqual([]);
    const target = join(folder, 'whole');
    await upload.moveTo(target);
    expect([readFileSync(target, 'utf8'), stream.isReadable()]).toEqual(['abc', false]);
  });

  it('fails with the error of the file system as cause, even for a stream that cannot seek', async () => {
    const chunks = (async function* () {
      yield await Promise.resolve(Buffer.from('abc'));
    })();
    const upload = factories.createUploadedFile(factories.createStreamFromResource(chunks));
    await expect(upload.moveTo(join(folder, 'missing', 'x'))).rejects.toMatchObject({
      code: 'UPLOAD_MOVE_FAILED',
      cause: expect.objectContaining({ code: 'ENOENT' }) as unknown,
    });
  });

  it('copies a file only to another file system, not if it was removed', async () => {
    const path = join(folder, 'removed');
    writeFileSync(path, 'abc');
    const upload = uploadOf(path);
    rmSync(path);
    await expect(upload.moveTo(join(folder, 'copy'))).rejects.toMatchObject({
      cause: expect.objectContaining({ code: 'ENOENT', syscall: 'rename' }) as unknown,
    });
    expect(existsSync(join(folder, 'copy'))).toBe(false);
    upload.getStream().close();
  });

  // Only there can a test find the descriptor of a file.
  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux(
    'closes the file that it writes, even if the stream fails, which it then removes',
    async () => {
      const target = join(folder, 'written');
      const failure = new Error('gone');
      const failing = (async function* () {
        yield await Promise.resolve(Buffer.from('abc'));
        throw failure;
      })();
      const failed = factories.createUploadedFile(factories.createStreamFromResource(failing));
      await expect(failed.moveTo(target)).rejects.toMatchObject({ cause: failure });
      expect([namesOf('written'), descriptorsOf(target)]).toEqual([[], []]);
      await factories.createUploadedFile(factories.createStream('abc')).moveTo(target);
      expect([namesOf('written'), descriptorsOf(target)]).toEqual([['written'], []]);
    },
  );

  it('names the missing await if the request has ended, which closes the stream', async () => {
    const stream = factories.createStream('abc');
    const target = join(folder, 'late');
    const move = factories.createUploadedFile(stream).moveTo(target);
    stream.close();
    await expect(move).rejects.toMatchObject({
      code: 'UPLOAD_MOVE_FAILED',
      message: `write await before moveTo, so that the request does not end first; the upload could not be moved to: ${JSON.stringify(target)}`,
    });
    expect(namesOf('late')).toEqual([]);
  });

  it('fails if the target is a folder, and keeps the upload', async () => {
    const path = join(folder, 'kept');
    writeFileSync(path, 'abc');
    const upload = uploadOf(path);
    await expect(upload.moveTo(folder)).rejects.toMatchObject({ code: 'UPLOAD_MOVE_FAILED' });
    expect(await upload.getStream().text()).toBe('abc');
    upload.getStream().close();
  });
});

/** The files in the folder whose name begins so. */
function namesOf(beginning: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith(beginning));
}

/** The paths of open files that begin so. */
function descriptorsOf(beginning: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`);
      return path.startsWith(beginning) ? [path] : [];
    } catch {
      return []; // that of the listing itself
    }
  });
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function uploadOf(path: string) {
  return factories.createUploadedFile(factories.createStreamFromFile(path));
}
