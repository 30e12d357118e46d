/** The packages of the workspace that are published. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @typedef {object} WorkspacePackage
 * @property {string} name
 * @property {string} folder absolute
 * @property {object} manifest
 * @property {string[]} siblings names of the packages of the workspace that it depends on, directly
 */

/**
 * @param {string} [workspace] its root folder; default: this workspace
 * @returns {WorkspacePackage[]} each after those that it depends on
 */
export function packagesInOrder(workspace = root) {
  const all = new Map(
    readdirSync(join(workspace, 'packages'))
      .map((directory) => read(join(workspace, 'packages', directory)))
      .map((one) => [one.name, one]),
  );
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

function read(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const ranges = { ...manifest.dependencies, ...manifest.peerDependencies };
  const siblings = Object.keys(ranges).filter((name) => ranges[name].startsWith('workspace:'));
  return { name: manifest.name, folder, manifest, siblings };
}
