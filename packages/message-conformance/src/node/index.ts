import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FileAccess } from '../capabilities.js';

/** Files in a folder of their own. */
export interface TemporaryFileAccess extends FileAccess {
  /** Removes the folder and everything in it; call it after the cases have run. */
  remove(): void;
}

/** Gives the cases access to files, on Node and other runtimes with `node:fs`. */
export function createFileAccess(): TemporaryFileAccess {
  const root = mkdtempSync(join(tmpdir(), 'message-conformance-'));
  return {
    temporaryFile(content) {
      const path = join(mkdtempSync(join(root, 'case-')), 'file');
      writeFileSync(path, content);
      return path;
    },
    contents,
    namesBeside: (path) => readdirSync(dirname(path)),
    ...(process.platform !== 'win32' && {
      isPrivate: (path: string) => (statSync(path).mode & 0o077) === 0,
    }),
    remove() {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Reads without asking first, because the file can be removed in between. */
function contents(path: string): Uint8Array | null {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
