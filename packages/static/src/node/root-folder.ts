import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OptionError } from '@mortise/base/options';

/**
 * Returns the real path of a folder.
 *
 * @param root absolute, or relative to the working directory, or a `file:` URL
 * @param path of the option, for the error
 * @throws {OptionError} if there is no such folder
 */
export function rootFolder(root: string | URL, path: string): string {
  try {
    // An empty path, such as from an unset variable, would be the working directory.
    if (root !== '') {
      const real = realpathSync.native(resolve(root instanceof URL ? fileURLToPath(root) : root));
      if (statSync(real).isDirectory()) return real;
    }
  } catch {
    // Throw the error below.
  }
  const shown = root instanceof URL ? root.href : root;
  throw new OptionError(path, shown, `a folder that exists, relative to ${process.cwd()}`);
}
