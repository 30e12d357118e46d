/**
 * Publishes each package whose version the registry does not have, and tags the commit. Everything that can fail is checked
 * before the first upload: manifests, changesets, the public address, the registry, the build, the tarballs. What is uploaded is what was
 * checked.
 *
 *     npm run release:publish [-- --built]
 *
 * `--built` publishes the existing build.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pagesWithNotice } from './first-release.js';
import { packTarballs } from './pack-tarballs.js';
import { publicAddress } from './public-address.js';
import { registryOf, unpublished } from './published-versions.js';
import { releaseProblems } from './release-problems.js';
import { uploadTarballs } from './upload-tarballs.js';
import { buildWorkspace } from './workspace-copy.js';
import { packagesInOrder, root } from '../setup/packages.js';

const scratch = mkdtempSync(join(tmpdir(), 'mortise-release-'));
try {
  const problems = releaseProblems();
  if (publicAddress() === '')
    problems.push(
      'the public address of the repository is not known, which every manifest and README names: release from a clone of it, or set repository of package.json',
    );
  if (pagesWithNotice().length > 0)
    problems.push(
      'pages say that nothing is published yet: run `npm run release:version`, and commit what it changes',
    );
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const registry = await registryOf();
  if (!process.argv.includes('--built')) buildWorkspace();
  const packages = await unpublished(packagesInOrder(), registry);
  const tarballs = packTarballs(scratch, packages);
  run(process.execPath, ['tooling/check/tarballs.js', '--in', scratch]);
  await uploadTarballs(tarballs);
  // changesets/action reads the tags that this prints.
  run('changeset', ['tag']);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}
