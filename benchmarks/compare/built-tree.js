/** A commit of this repository, checked out and built beside the working tree. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param root folder of the working tree
 * @param ref anything that git resolves to a commit
 * @returns the short name of the commit, and the folder in which it is built
 */
export function builtTree(root, ref) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const commit = git('rev-parse', '--short=10', `${ref}^{commit}`);
  const path = join(root, '.cache', 'compare', commit);
  const done = join(path, '.cache', 'built');
  if (existsSync(done)) return { commit, path };
  if (!existsSync(path)) {
    git('clone', '--quiet', '--shared', '--no-checkout', root, path);
    execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: path });
  }
  console.error(`Building ${commit} ...`);
  execFileSync('npm', ['run', 'build'], {
    cwd: path,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  mkdirSync(join(path, '.cache'), { recursive: true });
  writeFileSync(done, '');
  return { commit, path };
}
