/**
 * Loads every entry of every built package: as an ES module, as CommonJS, and by its name with `require`.
 * Prints one problem per line, and nothing if there are none.
 *
 *     node tooling/runtimes/load-entries.js
 */
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

for (const directory of readdirSync('packages')) {
  const folder = join(process.cwd(), 'packages', directory);
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const require = createRequire(join(folder, 'package.json'));
  for (const [entry, target] of Object.entries(exports)) {
    if (entry === './package.json') continue;
    const specifier = name + entry.slice(1);
    try {
      const loaded = [
        await import(pathToFileURL(join(folder, target.import.default))),
        await import(pathToFileURL(join(folder, target['module-sync'].default))),
        require(join(folder, target.require.default)),
        require(specifier),
      ];
      // `require` of an ES module with a default export adds `__esModule`.
      const [wanted, ...others] = loaded.map((module) =>
        Object.keys(module)
          .filter((key) => key !== '__esModule')
          .sort()
          .join(),
      );
      if (others.some((names) => names !== wanted)) {
        console.log(`${specifier} exports other names as CommonJS than as an ES module`);
      }
    } catch (error) {
      console.log(`${specifier} cannot be loaded: ${error.message}`);
    }
  }
}
