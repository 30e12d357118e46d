/** A copy of the working tree with its own history, which a rehearsal changes and publishes from. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { runIn } from './consumers/project.js';
import { filesOfTree, root } from '../setup/packages.js';

const RELEASE_TIMEOUT = 600_000;

/** A compiler's message under the name of its package, as turbo prints it. */
const BUILD_ERROR = /^(\S+):build: (.*\berror\b.*)$/im;

/**
 * Copies this workspace: tracked files and untracked files that git does not ignore, including uncommitted
 * changes, what was built, and links to what is installed here.
 *
 * @param {string} target the folder of the copy
 */
export function copyWorkspace(target) {
  for (const path of filesOfTree()) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    cpSync(join(root, path), join(target, path));
  }
  // Not one link: git ignores only a folder of this name.
  for (const name of readdirSync(join(root, 'node_modules')))
    link(join(root, 'node_modules', name), target);
  for (const name of readdirSync(join(root, 'packages')))
    for (const part of ['dist', 'node_modules']) copyPart(join('packages', name, part), target);
  const git = (...words) => execFileSync('git', words, { cwd: target });
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Rehearsal');
  git('config', 'user.email', 'rehearsal@localhost');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Copy the working tree');
}

/** In `node_modules` of a package, links to its siblings are relative: those of the copy lead to packages of the copy. */
function copyPart(path, target) {
  if (!existsSync(join(root, path))) return;
  cpSync(join(root, path), join(target, path), { recursive: true, verbatimSymlinks: true });
}

function link(path, target) {
  const copied = join(target, relative(root, path));
  mkdirSync(dirname(copied), { recursive: true });
  symlinkSync(path, copied);
}

/**
 * Installs the dependencies of this workspace and builds every package that changed.
 *
 * @throws {Error} the first message of the compiler, with the name of its package
 */
export function buildWorkspace() {
  const args = ['run', '--silent', 'build', '--', '--output-logs=errors-only'];
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 };
  const { status, stdout, stderr } = spawnSync('npm', args, options);
  if (status === 0) return;
  const printed = `${stdout}\n${stderr}`.trim();
  const [, name, message] = BUILD_ERROR.exec(printed) ?? [];
  throw new Error(
    name === undefined
      ? `the packages do not build: ${printed.slice(-2000)}`
      : `${name} does not build: ${message}; nothing was published`,
  );
}

/**
 * Runs one of the workspace's programs.
 *
 * @param {NodeJS.ProcessEnv} env with the pinned pnpm and what is installed here on `PATH`, as root commands have it
 * @returns {Promise<string>} what it printed
 * @throws {Error} with the end of what it printed
 */
export async function runInWorkspace(folder, args, env) {
  const run = await runIn(process.execPath, args, folder, env, RELEASE_TIMEOUT);
  const printed = `${run.stdout}\n${run.stderr}`.trim();
  if (run.status === 0) return printed;
  throw new Error(`node ${args.join(' ')} failed: ${printed.slice(-2000)}`);
}
