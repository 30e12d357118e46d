/**
 * Checks published sizes against `size-budgets.json`: the bytes of each entry, minified and gzipped, alone
 * and with everything of the workspace that it imports, and which third-party packages it imports. Run
 * after the build; `--print` shows the sizes.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { minify } from 'terser';

const IMPORT = /\b(?:from|import\s*\(?)\s*"([\w@./:-]+)"/g;
const OWN = /^(?:@mortise\/([\w-]+)|mortise)(?:\/([\w-]+))?$/;

const minified = new Map();
const problems = [];
const budgets = JSON.parse(readFileSync('tooling/check/size-budgets.json', 'utf8'));
const entries = readdirSync('packages').flatMap(entriesOf);
for (const entry of entries) {
  if (!existsSync(fileOf(entry))) {
    problems.push(`${entry}: is not built; run \`npm run build\` first`);
    continue;
  }
  const size = await sizeOf(entry);
  if (process.argv.includes('--print')) console.log(entry, JSON.stringify(size));
  const budget = budgets[entry];
  if (budget === undefined) {
    problems.push(
      `${entry}: has no budget; add ${JSON.stringify(size)} to tooling/check/size-budgets.json`,
    );
    continue;
  }
  for (const part of ['alone', 'whole']) {
    if (size[part] <= budget[part]) continue;
    problems.push(`${entry}: ${size[part]} bytes ${part}, of ${budget[part]}`);
  }
  const unexpected = size.foreign.filter((name) => !budget.foreign?.includes(name));
  if (unexpected.length > 0) problems.push(`${entry}: brings ${unexpected.join(', ')}`);
}
for (const problem of problems) console.error(problem);
console.log(`${entries.length} entries, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function entriesOf(folder) {
  const { name, exports } = JSON.parse(
    readFileSync(join('packages', folder, 'package.json'), 'utf8'),
  );
  // Programs do not import what `npm create` runs.
  if (name.startsWith('create-')) return [];
  const paths = Object.keys(exports).filter((path) => path !== './package.json');
  return paths.map((path) => name + path.slice(1));
}

async function sizeOf(entry) {
  const folder = folderOf(OWN.exec(entry));
  const modules = new Map();
  const foreign = new Set();
  await collect(fileOf(entry), modules, foreign);
  const all = [...modules];
  const alone = all.filter(([path]) => path.startsWith(`${folder}/`));
  return { alone: gzipped(alone), whole: gzipped(all), foreign: [...foreign].sort() };
}

/** Adds a file and those of its imports that belong to the workspace. */
async function collect(path, modules, foreign) {
  if (modules.has(path)) return;
  const code = await minifiedCode(path);
  modules.set(path, code);
  for (const [, name] of code.matchAll(IMPORT)) {
    if (name.startsWith('.')) await collect(join(dirname(path), name), modules, foreign);
    else if (OWN.test(name)) await collect(fileOf(name), modules, foreign);
    else if (!name.startsWith('node:')) foreign.add(name);
  }
}

async function minifiedCode(path) {
  if (!minified.has(path)) {
    const { code } = await minify(readFileSync(path, 'utf8'), { module: true, ecma: 2020 });
    minified.set(path, code);
  }
  return minified.get(path);
}

function fileOf(entry) {
  const match = OWN.exec(entry);
  const folder = folderOf(match);
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, exports[match[2] === undefined ? '.' : `./${match[2]}`].import.default);
}

function folderOf([, name = 'mortise']) {
  return join('packages', name);
}

function gzipped(modules) {
  return gzipSync(modules.map(([, code]) => code).join('\n')).length;
}
