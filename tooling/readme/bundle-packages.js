/**
 * Puts the sources of each package of a plain copy of the workspace into one file for each entry, in `bundled/`, for
 * programs that Node runs with the condition `@mortise/bundled`: they start in half of the time.
 *
 *     node tooling/readme/bundle-packages.js .cache/plain
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { rollup } from 'rollup';

const [copy] = process.argv.slice(2);
for (const name of readdirSync(join(copy, 'packages'))) await bundle(join(copy, 'packages', name));

async function bundle(folder) {
  const input = entriesOf(folder);
  if (Object.keys(input).length === 0) return;
  const external = (id) => !/^\.{0,2}\//.test(id);
  const modules = await rollup({ input, external, treeshake: false });
  await modules.write({ dir: join(folder, 'bundled'), chunkFileNames: 'shared/[name].js' });
  await modules.close();
}

/** The sources of its entries, by the names that the condition expects. */
function entriesOf(folder) {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return {};
  const { exports } = JSON.parse(readFileSync(manifest, 'utf8'));
  const entries = Object.values(exports).flatMap((entry) => {
    const { '@mortise/bundled': bundled, '@mortise/source': source } = entry;
    return bundled === undefined ? [] : [[nameOf(bundled), join(folder, source)]];
  });
  return Object.fromEntries(entries);
}

function nameOf(path) {
  return path.slice('./bundled/'.length, -'.js'.length);
}
