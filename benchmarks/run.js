/**
 * Runs a benchmark by its name in package.json, after a build: benchmarks import the published files, and
 * figures of an old build would be misleading.
 */
import { spawnSync } from 'node:child_process';

run(process.execPath, [
  'tooling/build/run.js',
  '--output-logs=errors-only',
  '--no-update-notifier',
]);
run('pnpm', ['--filter', '@mortise/benchmarks', 'run', ...process.argv.slice(2)]);

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
