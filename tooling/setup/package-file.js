/** Takes one file out of a published package, which costs a fraction of installing the package. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Does nothing if the target exists: its path contains the version.
 *
 * @param {string} wanted name and version, such as `mermaid@11.12.1`
 * @param {string} path of the file in the package
 * @param {string} target where the file is written
 * @throws {Error} one sentence, with what npm says about it
 */
export function takePackageFile(wanted, path, target) {
  if (existsSync(target)) return;
  mkdirSync(dirname(target), { recursive: true });
  const scratch = mkdtempSync(`${target}-`);
  const options = { cwd: scratch, encoding: 'utf8', shell: process.platform === 'win32' };
  try {
    const packed = execFileSync('npm', ['pack', wanted, '--loglevel=error'], options).trim();
    const inPackage = `package/${path}`;
    execFileSync('tar', ['-xzf', packed, inPackage], options);
    renameSync(join(scratch, inPackage), target);
  } catch (error) {
    const problem = error.stderr || error.message;
    throw new Error(`npm could not download ${path} of ${wanted}: ${problem.trim()}`, {
      cause: error,
    });
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
