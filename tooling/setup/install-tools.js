/** Installs tools that only some commands need into a folder of their own, unless they are already installed. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} home the folder; created if it does not exist
 * @param {string} manifest the text of its `package.json`; when it changes, the tools are installed again
 * @param {string[]} [command] what installs them; default: {@link withNpm}, which also runs their install scripts
 * @throws {Error} one sentence, with the first line of what npm or pnpm says about it
 */
export function installTools(home, manifest, command = withNpm()) {
  const stamp = join(home, 'node_modules', '.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === manifest) return;
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), manifest);
  const [program, ...args] = command;
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: home,
    encoding: 'utf8',
  });
  if (status !== 0) {
    const said = error?.message ?? firstError(`${stderr}\n${stdout}`);
    throw new Error(`${program} could not install into ${home}: ${said}`);
  }
  writeFileSync(stamp, manifest);
}

/** @param {...string} options further options of `npm install` */
export function withNpm(...options) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  return [npm, 'install', ...quiet, ...options];
}

function firstError(printed) {
  const lines = printed.trim().split('\n');
  return lines.find((line) => /npm error|ERR_PNPM/.test(line)) ?? lines[0];
}
