/**
 * Builds every package and writes the tarballs of the named packages and of those that they depend on, as they would be
 * published; without names, of all packages. Prints one line per tarball, in an order in which they can be installed.
 *
 *     npm run pack [-- router message] [--to tarballs] [--built]
 *
 * `--built` packs the existing build.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packTarballs } from './pack-tarballs.js';
import { buildWorkspace } from './workspace-copy.js';
import { packagesInOrder, root, withDependencies } from './workspace-packages.js';

try {
  const { values, positionals } = parseArgs({
    options: { built: { type: 'boolean' }, to: { type: 'string', default: 'tarballs' } },
    allowPositionals: true,
  });
  const packages = chosen(positionals);
  if (!values.built) buildWorkspace(root);
  for (const { path } of packTarballs(resolve(root, values.to), packages)) console.log(path);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function chosen(names) {
  const all = packagesInOrder();
  if (names.length === 0) return all;
  const known = new Set(all.map(({ name }) => name));
  return withDependencies(
    names.map((name) => {
      const found = [name, `@mortise/${name}`].find((one) => known.has(one));
      if (found === undefined) throw new Error(`there is no package ${name} in packages/`);
      return found;
    }),
  );
}
