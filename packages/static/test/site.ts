import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The time of every file of {@link createSite}. */
export const MODIFIED = new Date('1994-11-06T08:49:37.500Z');

/** A folder `public` with files, and a file beside it that is not public. Remove it at the end. */
export function createSite(files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = mkdtempSync(join(tmpdir(), 'static-'));
  const root = join(folder, 'public');
  const write = (path: string, content: string | Uint8Array): void => {
    const place = join(root, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, content);
    utimesSync(place, MODIFIED, MODIFIED);
  };
  mkdirSync(root);
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  for (const [path, content] of Object.entries(files)) write(path, content);
  return {
    root,
    write,
    link: (path: string, target: string) => {
      symlinkSync(target, join(root, path));
    },
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** How many files below a folder this process has open; `null` where the system does not say. */
export function openFilesBelow(folder: string, readlink: (path: string) => string): number | null {
  let names: readonly string[];
  try {
    names = readdirSync('/proc/self/fd');
  } catch {
    return null;
  }
  return names.filter((name) => {
    try {
      return readlink(`/proc/self/fd/${name}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;
}
