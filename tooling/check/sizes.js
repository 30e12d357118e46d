/**
 * Checks published sizes against `sizes.json`: the bytes of each entry, minified and gzipped, alone
 * and with everything of the workspace that a bundler adds, and which third-party packages it imports. Run
 * after the build; `--accept` writes the sizes.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { entriesOf, packages } from '../setup/packages.js';
import { conclude } from './conclude.js';

const OWN = /^(?:@mortise\/([\w-]+)|mortise)(?:\/([\w-]+))?$/;

/** How far an entry may grow before its new size has to be accepted, so that a change of `base` does not touch every entry. */
const GROWTH = 1.02;
const FILE = 'tooling/check/sizes.json';

const problems = [];
const accepted = JSON.parse(readFileSync(FILE, 'utf8'));
const sizes = {};
const FILES = new Map(packages().flatMap(filesOf));
// Programs do not import what `npm create` runs.
for (const [entry, file] of FILES) {
  if (entry.startsWith('create-')) continue;
  if (existsSync(file)) sizes[entry] = await sizeOf(entry);
  else problems.push(`${entry}: is not built; run \`npm run build\` first`);
}
if (process.argv.includes('--accept')) {
  if (problems.length === 0) writeFileSync(FILE, `${JSON.stringify(sizes, null, 2)}\n`);
} else for (const [entry, size] of Object.entries(sizes)) compare(entry, size, accepted[entry]);
conclude(FILES.size, 'entries', problems);

function compare(entry, size, before) {
  if (before === undefined) {
    problems.push(`${entry}: has no size in ${FILE}; run \`npm run sizes\` and commit the file`);
    return;
  }
  for (const part of ['alone', 'whole']) {
    const most = Math.floor(before[part] * GROWTH);
    if (size[part] > most) {
      problems.push(
        `${entry}: ${size[part]} bytes ${part}, of ${most}; if this is meant, run \`npm run sizes\` and commit the file`,
      );
    }
  }
  const unexpected = size.foreign.filter((name) => !before.foreign.includes(name));
  if (unexpected.length > 0) problems.push(`${entry}: brings ${unexpected.join(', ')}`);
}

/** The ES module of each entry, by its name. */
function filesOf(one) {
  return entriesOf(one).map(({ name, target }) => [name, join(one.folder, target.import.default)]);
}

async function sizeOf(entry) {
  const foreign = new Set();
  const whole = await bundled(entry, () => true, foreign);
  const alone = await bundled(entry, (name) => OWN.exec(name)[1] === OWN.exec(entry)[1]);
  return { alone, whole, foreign: [...foreign].sort() };
}

/**
 * The gzipped bytes of what a bundler makes of all that an entry exports, with what is loaded on demand.
 *
 * @param {(name: string) => boolean} isBundled of the imported packages of the workspace
 * @param {Set<string>} [foreign] receives the names of all others
 */
async function bundled(entry, isBundled, foreign = new Set()) {
  const resolveNames = ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ path }) => {
      if (OWN.test(path) && isBundled(path)) return { path: FILES.get(path), sideEffects: false };
      if (!OWN.test(path) && !path.startsWith('node:')) foreign.add(path);
      return { path, external: true };
    });
  const { outputFiles } = await build({
    entryPoints: [FILES.get(entry)],
    plugins: [{ name: 'names', setup: resolveNames }],
    ...{ bundle: true, splitting: true, minify: true, write: false, outdir: 'unwritten' },
    ...{ platform: 'neutral', format: 'esm', target: 'es2022', logLevel: 'error' },
  });
  return gzipSync(outputFiles.map(({ text }) => text).join('\n')).length;
}
