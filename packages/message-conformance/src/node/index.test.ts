import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createFileAccess, type TemporaryFileAccess } from './index.js';

let files: TemporaryFileAccess;
beforeEach(() => {
  files = createFileAccess();
});
afterEach(() => {
  files.remove();
});

describe('createFileAccess', () => {
  it('creates each file with its content, in a folder of its own in one of the system', async () => {
    const paths = [
      await files.temporaryFile(Uint8Array.of(1)),
      await files.temporaryFile(Uint8Array.of(2)),
    ];
    expect(paths.map((path) => files.contents(path))).toEqual([Uint8Array.of(1), Uint8Array.of(2)]);
    const folders = new Set(paths.map((path) => dirname(path)));
    expect(folders.size).toBe(2);
    const roots = new Set([...folders].map((folder) => dirname(folder)));
    expect([...roots].map((root) => dirname(root))).toEqual([tmpdir()]);
  });

  it('returns a Uint8Array, not a Buffer, whose slice would not copy', async () => {
    const content = await files.contents(await files.temporaryFile(Uint8Array.of(1)));
    expect(content?.constructor).toBe(Uint8Array);
  });

  it('returns null for a file that does not exist', async () => {
    const path = await files.temporaryFile(new Uint8Array());
    expect(files.contents(`${path}.missing`)).toBeNull();
  });

  it.each([
    ['600', true],
    ['640', false],
    ['604', false],
  ])(
    'tells whether a file of the mode %s can be read by its owner alone: %j',
    async (mode, answer) => {
      const path = await files.temporaryFile(new Uint8Array());
      chmodSync(path, Number.parseInt(mode, 8));
      expect(files.isPrivate?.(path)).toBe(answer);
    },
  );

  it('throws the error of a file that cannot be read', async () => {
    const path = await files.temporaryFile(new Uint8Array());
    expect(() => files.contents(dirname(path))).toThrow(
      expect.objectContaining({ code: 'EISDIR' }),
    );
  });

  it('names all entries beside a file', async () => {
    const path = await files.temporaryFile(new Uint8Array());
    writeFileSync(`${path}.other`, '');
    expect(files.namesBeside(path)).toEqual(['file', 'file.other']);
  });

  it('removes its own files, those that a case left included, and no other', async () => {
    const others = createFileAccess();
    const path = await files.temporaryFile(new Uint8Array());
    const kept = await others.temporaryFile(new Uint8Array());
    writeFileSync(join(dirname(path), 'left'), '');
    files.remove();
    files.remove();
    expect([existsSync(dirname(dirname(path))), existsSync(kept)]).toEqual([false, true]);
    others.remove();
  });
});
