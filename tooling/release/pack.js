/**
 * Builds every package and writes the tarballs of the named packages and of those that they depend on, as they would be
 * published; without names, of all packages. Prints one line per tarball, in an order in which they can be installed.
 *
 *     npm run pack [-- router message]
 */
import { join } from 'node:path';
import { packTarballs } from './pack-tarballs.js';
import { buildWorkspace } from './workspace-copy.js';
import { packagesInOrder, root, withDependencies } from '../setup/packages.js';

try {
  const packages = chosen(process.argv.slice(2));
  buildWorkspace();
  for (const { path } of packTarballs(join(root, 'tarballs'), packages)) console.log(path);
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
