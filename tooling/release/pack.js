/**
 * Builds every package and writes its tarball, as it would be published, to `tarballs/`. Prints one line a
 * tarball, in an order in which they can be installed.
 *
 *     npm run pack [-- folder]
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packagesInOrder, root } from './workspace-packages.js';

const target = resolve(process.argv[2] ?? join(root, 'tarballs'));
run('turbo', ['run', 'build', '--output-logs=errors-only', '--no-update-notifier'], root);
mkdirSync(target, { recursive: true });
for (const file of readdirSync(target)) if (file.endsWith('.tgz')) rmSync(join(target, file));
for (const { folder, manifest } of packagesInOrder()) {
  run('pnpm', ['pack', '--pack-destination', target], folder);
  console.log(join(target, tarballOf(manifest)));
}

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
