import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { folderCircle } from './folder-cycles.js';

const roots = [];

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

/** @param {Record<string, string>} files specifiers that each file imports, by path */
function sources(files) {
  const root = mkdtempSync(join(tmpdir(), 'folders-'));
  roots.push(root);
  for (const [path, specifier] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(
      join(root, path),
      specifier === '' ? '' : `import type { A } from '${specifier}';\n`,
    );
  }
  return root;
}

describe('folderCircle', () => {
  it('finds folders that import each other even if their files do not', () => {
    const root = sources({
      'a/one.ts': '../b/one.js',
      'a/two.ts': '',
      'b/one.ts': '',
      'b/two.ts': '../a/two.js',
    });
    expect(folderCircle(root)).toEqual(['a', 'b', 'a']);
  });

  it('finds a cycle through a file beside the folders', () => {
    const root = sources({ 'a/one.ts': '../c.js', 'a/two.ts': '', 'c.ts': './a/two.js' });
    expect(folderCircle(root)).toEqual(['a', 'c.ts', 'a']);
  });

  it('finds a cycle of three folders after a folder outside it', () => {
    const root = sources({
      'a/x.ts': '../b/x.js',
      'b/x.ts': '../c/x.js',
      'b/y.ts': '',
      'c/x.ts': '../d/x.js',
      'd/x.ts': '../b/y.js',
    });
    expect(folderCircle(root)).toEqual(['b', 'c', 'd', 'b']);
  });

  it('treats a folder and its subfolders as one', () => {
    const root = sources({ 'a/x.ts': './deep/y.js', 'a/deep/y.ts': '../x.js', 'b.ts': './a/x.js' });
    expect(folderCircle(root)).toBeNull();
  });

  it('ignores tests', () => {
    const root = sources({ 'a/x.ts': '../b/x.js', 'b/x.ts': '', 'b/x.test.ts': '../a/x.js' });
    expect(folderCircle(root)).toBeNull();
  });
});
