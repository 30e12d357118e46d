/** The fields that every manifest of a package has. */
import { isStarted } from '../build/copied-packages.js';
import { core, layers } from './import-rules.js';

/** Packages with a name outside `@mortise/`. */
const UNSCOPED = ['mortise', 'create-mortise'];

/**
 * @param {string} folder of the package, under `packages/`
 * @param {object} manifest its `package.json`
 * @returns {string[]} a sentence for each field that differs from the other packages
 */
export function manifestProblems(folder, manifest) {
  const problems = [];
  const report = (text) => problems.push(text);
  if (layers[folder] === undefined)
    report(
      'has no row in the table of docs/architecture.md: add one with the packages that it may import',
    );
  checkFields(folder, manifest, report);
  for (const [entry, target] of Object.entries(manifest.exports ?? {})) {
    if (entry !== './package.json') checkEntry(folder, entry, target, report);
  }
  checkDependencies(folder, manifest, report);
  return problems;
}

function checkFields(folder, manifest, report) {
  const expected = {
    name: UNSCOPED.includes(folder) ? folder : `@mortise/${folder}`,
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
  if (!manifest.files?.includes('CHANGELOG.md')) report('does not publish CHANGELOG.md');
  // A registry or provenance in a manifest would override the environment of a rehearsal.
  if (Object.keys(manifest.publishConfig ?? {}).join() !== 'access') {
    report('publishConfig holds more than access');
  }
}

/**
 * Each entry: the source for the workspace, then one ES module, then CommonJS, types first. Node loads a file of its own
 * for what every program starts with (docs/decisions/049); bundlers, which would repeat the copies in it, do not.
 */
function checkEntry(folder, entry, target, report) {
  const source = target['@mortise/source'];
  if (source === undefined) return report(`exports["${entry}"] has no source`);
  const file = source.replace(/^\.\/src\//, '').replace(/\.ts$/, '');
  const built = (format) => ({
    types: `./dist/${format}/${file}.d.ts`,
    default: `./dist/${format}/${file}.js`,
  });
  const esm = built('esm');
  const forNode = { ...esm, default: `./dist/start/${file}.js` };
  const web = './dist/esm/web/index.js';
  const wanted = {
    '@mortise/source': source,
    // Bundlers for Workers take the entry without Node's modules.
    ...(folder === 'mortise' && entry === '.' ? { workerd: web, worker: web } : {}),
    ...(isStarted(folder, entry)
      ? { module: esm.default, 'module-sync': forNode }
      : { 'module-sync': esm }),
    import: esm,
    require: built('cjs'),
  };
  if (JSON.stringify(target) !== JSON.stringify(wanted)) {
    report(`exports["${entry}"] should be ${JSON.stringify(wanted)}`);
  }
}

function checkDependencies(folder, { dependencies = {} }, report) {
  for (const [name, range] of Object.entries(dependencies)) {
    const sibling = name.replace(/^@mortise\//, '');
    const ours = name.startsWith('@mortise/') || UNSCOPED.includes(name);
    if (!ours && core.includes(folder))
      report(`depends on ${name}: core packages have no third-party dependency`);
    if (ours && layers[folder]?.includes(sibling) === false)
      report(`depends on ${name}, which its row in docs/architecture.md does not list`);
    if (ours && range !== 'workspace:^') report(`${name} should be workspace:^`);
    if (!ours && range !== 'catalog:') report(`${name} should come from the catalog`);
  }
}
