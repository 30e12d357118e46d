/**
 * Loads every entry of every built package: as an ES module, as CommonJS, and by its name with `require`.
 *
 *     node --test tooling/runtimes/load-entries.js
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { test } from 'node:test';
import { entriesOf, packages } from '../setup/packages.js';

test('every entry can be loaded, with the same names as an ES module and as CommonJS', async () => {
  assert.deepEqual(await problemsOfEntries(), []);
});

async function problemsOfEntries() {
  const problems = [];
  for (const one of packages()) {
    const { folder } = one;
    const require = createRequire(join(folder, 'package.json'));
    for (const { name: specifier, target } of entriesOf(one)) {
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
          problems.push(`${specifier} exports other names as CommonJS than as an ES module`);
        }
      } catch (error) {
        problems.push(`${specifier} cannot be loaded: ${error.message}`);
      }
    }
  }
  return problems;
}
