/** Whether the programs that tests start can use the packages as they were built. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A build contains what the packages have in common, so that one source that is newer than any build makes all of them
 * useless.
 *
 * @param {string} folder of all packages
 * @returns {boolean} whether every package was built after the last change to the source or manifest of any of them
 */
export function areBuilt(folder) {
  const packages = readdirSync(folder).map((name) => join(folder, name));
  const builds = packages.map((path) => join(path, 'dist'));
  if (!builds.every((path) => existsSync(path))) return false;
  const firstBuilt = Math.min(...builds.flatMap((path) => timesIn(path)));
  const changes = packages.flatMap((path) => [
    statSync(join(path, 'package.json')).mtimeMs,
    ...timesIn(join(path, 'src')),
  ]);
  return changes.every((time) => time < firstBuilt);
}

/** When the files of a folder, except tests, and its folders, which lose files, were last changed. */
function timesIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  const times = entries
    .filter(({ name }) => !name.includes('.test.'))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? timesIn(path) : [statSync(path).mtimeMs];
    });
  return [statSync(folder).mtimeMs, ...times];
}
