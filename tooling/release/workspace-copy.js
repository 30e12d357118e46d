/** A copy of the working tree with its own history, which a rehearsal changes and publishes from. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { runIn } from './consumers/project.js';
import { root } from './workspace-packages.js';

const RELEASE_TIMEOUT = 600_000;

/** A compiler's message under the name of its package, as turbo prints it. */
const BUILD_ERROR = /^(\S+):build: (.*\berror\b.*)$/im;

/**
 * Builds this workspace and copies it: tracked files and untracked files that git does not ignore, including uncommitted
 * changes, what was built, and links to what is installed here.
 *
 * @param {string} target the folder of the copy
 * @throws {Error} if a package does not build
 */
export function copyWorkspace(target) {
  buildWorkspace(root);
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  for (const path of listed.split('\0')) {
    if (path === '' || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(target, path)), { recursive: true });
    cpSync(join(root, path), join(target, path));
  }
  for (const home of pnpmHomes(root)) link(home, target);
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
 * Installs the dependencies and builds every package, with turbo's cache of earlier builds.
 *
 * @throws {Error} the first message of the compiler, with the name of its package
 */
export function buildWorkspace(folder) {
  const env = { ...process.env, TURBO_CACHE_DIR: turboCache() };
  const args = ['tooling/setup/run.js', 'build', '--output-logs=errors-only'];
  const options = { cwd: folder, env, encoding: 'utf8', maxBuffer: 2 ** 26 };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
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
 * @returns {Promise<string>} what it printed
 * @throws {Error} with the end of what it printed
 */
export async function runInWorkspace(folder, args, env) {
  const bins = [join(folder, 'node_modules', '.bin'), ...pnpmHomes(folder).map(binOf)];
  const path = [...bins, env.PATH].join(delimiter);
  const withPath = { ...env, PATH: path };
  const run = await runIn(process.execPath, args, folder, withPath, RELEASE_TIMEOUT);
  const printed = `${run.stdout}\n${run.stderr}`.trim();
  if (run.status === 0) return printed;
  throw new Error(`node ${args.join(' ')} failed: ${printed.slice(-2000)}`);
}

/** The cache of the repository, shared by its worktrees. */
function turboCache() {
  const args = ['rev-parse', '--path-format=absolute', '--git-common-dir'];
  const history = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  return join(dirname(history), '.turbo', 'cache');
}

/** The folder of the pinned pnpm. */
function pnpmHomes(folder) {
  const { packageManager } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const cache = join(folder, '.cache');
  if (!existsSync(cache)) return [];
  const wanted = packageManager.replace('@', '-');
  return readdirSync(cache)
    .filter((name) => name === wanted)
    .map((name) => join(cache, name));
}

function binOf(home) {
  return join(home, 'node_modules', '.bin');
}
