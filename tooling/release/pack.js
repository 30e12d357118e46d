/**
 * Builds every package and writes its tarball, as it would be published, to `tarballs/`. Prints one line per
 * tarball, in an order in which they can be installed.
 *
 *     npm run pack [-- folder] [--built]
 *
 * `--built` packs the existing build.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packagesInOrder, root } from './workspace-packages.js';

const { values, positionals } = parseArgs({
  options: { built: { type: 'boolean' } },
  allowPositionals: true,
});
const target = resolve(positionals[0] ?? join(root, 'tarballs'));
if (!values.built)
  run('turbo', ['run', 'build', '--output-logs=errors-only', '--no-update-notifier'], root);
mkdirSync(target, { recursive: true });
for (const file of readdirSync(target)) if (file.endsWith('.tgz')) rmSync(join(target, file));
run(
  'pnpm',
  ['--recursive', '--filter', './packages/*', 'pack', '--pack-destination', target],
  root,
);
for (const { manifest } of packagesInOrder()) console.log(join(target, tarballOf(manifest)));

/** npm's name of a tarball. */
function tarballOf({ name, version }) {
  return `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;
}

function run(command, args, cwd) {
  const child = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.status === 0) return;
  console.error(`${command} ${args.join(' ')} failed in ${cwd}\n${child.stdout}${child.stderr}`);
  process.exit(1);
}
