/**
 * Which package may import which, read from the table of docs/architecture.md: for dependency-cruiser (imports in the
 * code) and for the manifest check (dependencies in package.json).
 */
import { readFileSync } from 'node:fs';

const PAGE = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8');
const ROW = /^\| \[`([\w-]+)`\]\(\.\.\/packages\/[\w-]+\) \|.*\| ([^|]+) \|$/gm;

/** The packages of the workspace that each package may import. */
export const layers = Object.fromEntries(
  [...PAGE.matchAll(ROW)].map(([, name, cell]) => [name, allowed(cell)]),
);

/** Packages that run on every runtime and have no dependency outside the project. */
export const core = /\*\*Core\*\* \(([^)]+)\)/.exec(PAGE)[1].split(', ');

/** `contract, app (types)`, or `nothing` but `base`. */
function allowed(cell) {
  if (cell === 'nothing at all') return [];
  const names = cell.replaceAll(/ \([^)]*\)/g, '').split(/[,;] /);
  return ['base', ...names.filter((name) => name !== 'nothing')];
}
