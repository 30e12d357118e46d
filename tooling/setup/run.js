/**
 * Does the missing set-up, then runs one of the `do:` scripts of the root package.
 *
 *     node tooling/setup/run.js test [arguments for the script]
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
const [script, ...args] = process.argv.slice(2);
const env = { ...process.env };

/** Scripts that run the example library: a newcomer waits only for the 40 packages that it runs on, not for 1,000. */
const ON_LIBRARY = ['start', 'library', 'library:books', 'library:cluster'];
/** Begins the stamp of an installation for them alone. */
const PARTLY = 'library ';

requireNode('20.19.0');
const pnpm = bringPnpm();
installDependencies();
runScript();

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
    console.log(`Bringing pnpm ${version} into .cache/ ...`);
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
  const prefix = ON_LIBRARY.includes(script) && installed.startsWith(PARTLY) ? PARTLY : '';
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
  const command = [pnpm, 'install', ...options, ...frozen, ...part];
  run(process.execPath, command, { cwd: root, quiet: true });
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

/** Runs the script; one that is a single command as the only child process, so that a signal reaches it. */
function runScript() {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const command = [scripts[`do:${script}`], ...args.map((arg) => JSON.stringify(arg))].join(' ');
  const exec = process.platform === 'win32' || command.includes(' && ') ? '' : 'exec ';
  const child = spawn(`${exec}${command}`, { cwd: root, env, shell: true, stdio: 'inherit' });
  // A terminal also sends Ctrl-C to the child; this process must only end after it.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('close', (code) => {
    process.exitCode = code ?? 1;
  });
}

function run(command, commandArgs, { cwd, quiet = false }) {
  const child = spawnSync(command, commandArgs, {
    cwd,
    env,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (child.status === 0) return;
  if (quiet) process.stderr.write(`${child.stdout ?? ''}${child.stderr ?? ''}`);
  fail(`Set-up failed: ${[command, ...commandArgs].join(' ')}`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
