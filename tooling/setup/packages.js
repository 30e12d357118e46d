/** The packages of the workspace: their manifests, entries and sources. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @typedef {object} WorkspacePackage
 * @property {string} name
 * @property {string} directory the name of its folder: `cors`
 * @property {string} folder absolute
 * @property {object} manifest
 * @property {string[]} siblings names of the packages of the workspace that it depends on, directly
 */

/**
 * @param {string} [workspace] its root folder; default: this workspace
 * @returns {WorkspacePackage[]} in the order of their folders
 * @throws {Error} if there are none: a check of no packages would always pass
 */
export function packages(workspace = root) {
  const home = join(workspace, 'packages');
  const all = readdirSync(home).map((directory) => read(join(home, directory)));
  if (all.length === 0) throw new Error(`${home} has no packages`);
  return all;
}

/** @returns {WorkspacePackage[]} each after those that it depends on */
export function packagesInOrder(workspace = root) {
  const all = new Map(packages(workspace).map((one) => [one.name, one]));
  const ordered = new Map();
  for (const one of all.values()) place(one);
  return [...ordered.values()];

  function place({ name, siblings }) {
    if (ordered.has(name)) return;
    for (const sibling of siblings) place(all.get(sibling));
    ordered.set(name, all.get(name));
  }
}

/** @returns {WorkspacePackage[]} the named packages and what they depend on, each after its dependencies */
export function withDependencies(names) {
  const all = packagesInOrder();
  const wanted = new Set(names);
  for (const { name, siblings } of all.toReversed()) {
    if (wanted.has(name)) siblings.forEach((sibling) => wanted.add(sibling));
  }
  return all.filter(({ name }) => wanted.has(name));
}

/**
 * @param {WorkspacePackage} one
 * @returns {{ name: string, path: string, target: object, source: string }[]} what programs import, such as
 *   `@mortise/router/pattern`, with its path and its conditions in `exports`, and its source
 */
export function entriesOf({ name, folder, manifest }) {
  return Object.entries(manifest.exports)
    .filter(([path]) => path !== './package.json')
    .map(([path, target]) => {
      const source = join(folder, target['@mortise/source']);
      return { name: name + path.slice(1), path, target, source };
    });
}

/**
 * @param {string} folder of sources, such as `packages/router/src`
 * @returns {string[]} the paths of its sources without tests, sorted
 */
export function sourcesIn(folder) {
  return filesIn(folder, '.ts').filter((path) => !path.endsWith('.test.ts'));
}

/** @returns {string[]} the paths of all files of a folder with this ending, sorted */
export function filesIn(folder, ending) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(folder, name));
}

/** @returns {string[]} the READMEs of packages and the pages of `docs/`, relative to the root: `docs/guides/routing.md` */
export function pagesOfTree() {
  const readmes = packages().map(({ folder }) => join(folder, 'README.md'));
  return [...readmes.filter((path) => existsSync(path)), ...filesIn(join(root, 'docs'), '.md')].map(
    (path) => relative(root, path).replaceAll(sep, '/'),
  );
}

/**
 * @param {string[]} patterns of git, such as `*.ts`; default: all
 * @returns {string[]} paths of files of this workspace, relative to its root: those that git knows or does not know yet, and
 *   none that it ignores
 */
export function filesOfTree(...patterns) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...patterns];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
}

function read(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const ranges = { ...manifest.dependencies, ...manifest.peerDependencies };
  const siblings = Object.keys(ranges).filter((name) => ranges[name].startsWith('workspace:'));
  return { name: manifest.name, directory: basename(folder), folder, manifest, siblings };
}
