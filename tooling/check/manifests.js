/**
 * Checks what each package says of itself: its manifest, its README, and what npm would publish
 * (publint). Run after the build.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { core, layers } from './layers.js';

const problems = [];
const folders = readdirSync('packages');
for (const folder of folders) await checkPackage(folder);
for (const problem of problems) console.error(problem);
console.log(`${folders.length} packages, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function checkPackage(folder) {
  const path = `packages/${folder}`;
  const manifest = JSON.parse(readFileSync(`${path}/package.json`, 'utf8'));
  const report = (text) => problems.push(`${path}: ${text}`);
  checkManifest(folder, manifest, report);
  checkDependencies(folder, manifest, report);
  checkReadme(path, report);
  const { messages } = await publint({ pkgDir: path, strict: true });
  for (const message of messages) report(formatMessage(message, manifest));
}

function checkManifest(folder, manifest, report) {
  const expected = {
    name: folder === 'mortise' ? 'mortise' : `@mortise/${folder}`,
    license: 'MIT',
    type: 'module',
    sideEffects: false,
    'engines.node': '>=20.19',
    author: 'The Mortise authors',
    'publishConfig.access': 'public',
    'scripts.prepack': 'node ../../tooling/release/refuse-npm-pack.js',
  };
  for (const [key, value] of Object.entries(expected)) {
    const actual = key.split('.').reduce((object, part) => object?.[part], manifest);
    if (actual !== value) report(`${key} is ${String(actual)}, not ${String(value)}`);
  }
  if (!manifest.description) report('has no description');
  if (!(manifest.keywords?.length >= 3)) report('has fewer than 3 keywords');
  if (!manifest.files.includes('CHANGELOG.md')) report('does not publish CHANGELOG.md');
  // A registry or provenance in a manifest would win over the environment of a rehearsal.
  if (Object.keys(manifest.publishConfig ?? {}).join() !== 'access') {
    report('publishConfig holds more than access');
  }
  for (const [entry, target] of Object.entries(manifest.exports)) {
    if (entry !== './package.json') checkEntry(entry, target, report);
  }
}

/** Each entry: the source for the workspace, then one ES module, then CommonJS, types first. */
function checkEntry(entry, target, report) {
  const source = target['@mortise/source'];
  if (source === undefined) return report(`exports["${entry}"] has no source`);
  const file = source.replace(/^\.\/src\//, '').replace(/\.ts$/, '');
  const built = (format) => ({
    types: `./dist/${format}/${file}.d.ts`,
    default: `./dist/${format}/${file}.js`,
  });
  const wanted = {
    '@mortise/source': source,
    'module-sync': built('esm'),
    import: built('esm'),
    require: built('cjs'),
  };
  if (JSON.stringify(target) !== JSON.stringify(wanted)) {
    report(`exports["${entry}"] should be ${JSON.stringify(wanted)}`);
  }
}

function checkDependencies(folder, { dependencies = {} }, report) {
  for (const [name, range] of Object.entries(dependencies)) {
    const sibling = name.replace(/^@mortise\//, '');
    const ours = name.startsWith('@mortise/') || name === 'mortise';
    if (!ours && core.includes(folder)) report(`core depends on ${name}`);
    if (ours && !layers[folder]?.includes(sibling)) report(`may not depend on ${name}`);
    if (ours && range !== 'workspace:^') report(`${name} should be workspace:^`);
    if (!ours && range !== 'catalog:') report(`${name} should come from the catalog`);
  }
}

function checkReadme(path, report) {
  if (!existsSync(`${path}/README.md`)) return report('has no README.md');
  const lines = readFileSync(`${path}/README.md`, 'utf8').split('\n').length;
  if (lines > 150) report(`README.md has ${lines} lines; at most 150`);
}
