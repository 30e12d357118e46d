import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FileAccess } from '../capabilities.js';

/** Access to files in a new temporary folder. */
export interface TemporaryFileAccess extends FileAccess {
  /** Removes the folder and everything in it. Call it after the cases have run. */
  remove(): void;
}

/** Creates a temporary folder, and gives the cases access to files in it, on Node and other runtimes with `node:fs`. */
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

/** Does not check first whether the file exists, because it could be removed in between. */
function contents(path: string): Uint8Array | null {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
