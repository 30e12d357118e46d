/**
 * Does the missing set-up, then runs a command: how each script of the root package begins.
 *
 *     node tooling/setup/run.js tsc -p .
 *
 * A fresh machine has only Node and npm: pnpm is installed into `.cache/`, never globally.
 * If nothing changed since the last run, set-up reads a few small files and starts no process.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [command, ...args] = process.argv.slice(2);
const env = { ...process.env };

/** Scripts that run the example library: a newcomer waits only for the 40 packages that it runs on, not for 1,000. */
const ON_LIBRARY = ['start', 'library', 'library:books', 'library:cluster'];
/** Begins the stamp of an installation for them alone. */
const PARTLY = 'library ';

requireNode('20.19.0');
const pnpm = bringPnpm();
installDependencies();
runCommand();

function requireNode(oldest) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldest.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  fail(`Mortise needs Node ${oldest} or newer; this is Node ${process.versions.node}.`);
}

/** The pinned pnpm of `packageManager`, also added to `PATH`, where turbo looks for it. */
function bringPnpm() {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = packageManager.split('@').at(-1);
  const home = join(root, '.cache', `pnpm-${version}`);
  const bin = join(home, 'node_modules', '.bin');
  const cli = join(home, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs');
  if (!existsSync(cli)) {
    console.log(`Installing pnpm ${version} into .cache/ ...`);
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const options = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
    run(npm, ['install', `pnpm@${version}`, ...options], { cwd: home });
  }
  env.PATH = [bin, join(root, 'node_modules', '.bin'), env.PATH].join(delimiter);
  return cli;
}

function installDependencies() {
  const stamp = join(root, 'node_modules', '.mortise-setup');
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : PARTLY;
  // What is installed completely stays complete.
  const prefix =
    ON_LIBRARY.includes(env.npm_lifecycle_event) && installed.startsWith(PARTLY) ? PARTLY : '';
  if (installed === prefix + fingerprint()) return;
  const frozen = env.CI ? ['--frozen-lockfile'] : [];
  const options = [
    '--prefer-offline',
    '--config.confirmModulesPurge=false',
    '--reporter=append-only',
  ];
  console.log('Installing the dependencies ...');
  const library = ['--prod', '--filter', '.', '--filter', '@mortise/example-library...'];
  const part = prefix === '' ? [] : library;
  run(process.execPath, [pnpm, 'install', ...options, ...frozen, ...part], {
    cwd: root,
    quiet: true,
  });
  writeFileSync(stamp, prefix + fingerprint());
}

/** Changes whenever a manifest, a setting of pnpm, the lock file or the Node version does. */
function fingerprint() {
  const manifests = ['packages', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name, 'package.json')),
  );
  const files = [
    'package.json',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    // Its hash is in the lock file.
    '.pnpmfile.cjs',
    'benchmarks/package.json',
  ];
  const hash = createHash('sha256').update(process.version);
  for (const file of [...files, ...manifests]) {
    const path = join(root, file);
    if (existsSync(path)) hash.update(file).update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** Runs the command as the only child process, so that a signal reaches it. Windows finds installed programs by a shell alone. */
function runCommand() {
  const options = { cwd: root, env, stdio: 'inherit' };
  const quoted = [command, ...args].map((arg) => JSON.stringify(arg)).join(' ');
  const child =
    process.platform === 'win32'
      ? spawn(quoted, { ...options, shell: true })
      : spawn(command, args, options);
  // A terminal also sends Ctrl-C to the child; this process must only end after it.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('close', (code) => {
    process.exitCode = code ?? 1;
  });
}

function run(program, programArgs, { cwd, quiet = false }) {
  const child = spawnSync(program, programArgs, {
    cwd,
    env,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (child.status === 0) return;
  if (quiet) process.stderr.write(`${child.stdout ?? ''}${child.stderr ?? ''}`);
  fail(`Set-up failed: ${[program, ...programArgs].join(' ')}`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
