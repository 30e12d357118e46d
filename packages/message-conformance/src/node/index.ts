import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FileAccess } from '../capabilities.js';

/** Files in a folder of their own. */
export interface TemporaryFileAccess extends FileAccess {
  /** Removes the folder and everything in it; call it when the cases have run. */
  remove(): void;
}

/** How the cases reach files on Node, and where else `node:fs` works. */
export function createFileAccess(): TemporaryFileAccess {
  const root = mkdtempSync(join(tmpdir(), 'message-conformance-'));
  return {
    temporaryFile(content) {
      const path = join(mkdtempSync(join(root, 'case-')), 'file');
      writeFileSync(path, content);
      return path;
    },
    contents: (path) => (existsSync(path) ? new Uint8Array(readFileSync(path)) : null),
    namesBeside: (path) => readdirSync(dirname(path)),
    remove() {
      rmSync(root, { recursive: true, force: true });
    },
  };
}
