/**
 * Publishes each package whose version the registry does not have. Everything that can fail is checked before the first
 * upload: manifests, changesets, the registry, the build, the tarballs.
 *
 *     npm run release:publish [-- --built]
 *
 * `--built` publishes the existing build.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { releaseProblems } from './release-problems.js';
import { buildWorkspace } from './workspace-copy.js';
import { root } from './workspace-packages.js';

try {
  const problems = releaseProblems();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  await registryResponds();
  if (!process.argv.includes('--built')) buildWorkspace(root);
  run(process.execPath, ['tooling/check/packed.js']);
  run('changeset', ['publish']);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

async function registryResponds() {
  const args = ['config', 'get', 'registry'];
  const registry = execFileSync('npm', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
  const response = await fetch(new URL('-/ping', registry)).catch(() => null);
  if (!response?.ok)
    throw new Error(`the registry ${registry} does not respond: nothing was published`);
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}
