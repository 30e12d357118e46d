/**
 * Builds every package and writes its tarball, as it would be published, to `tarballs/`. Prints one line per
 * tarball, in an order in which they can be installed.
 *
 *     npm run pack [-- folder] [--built]
 *
 * `--built` packs the existing build.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packTarballs } from './pack-tarballs.js';
import { buildWorkspace } from './workspace-copy.js';
import { root } from './workspace-packages.js';

const { values, positionals } = parseArgs({
  options: { built: { type: 'boolean' } },
  allowPositionals: true,
});
try {
  if (!values.built) buildWorkspace(root);
  const target = resolve(positionals[0] ?? join(root, 'tarballs'));
  for (const { path } of packTarballs(target)) console.log(path);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
