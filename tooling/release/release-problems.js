/** Finds problems of a release before anything is built or published. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { manifestProblems } from '../check/manifest-rules.js';
import { packagesInOrder, root } from './workspace-packages.js';

const FRONT_MATTER = /^---\r?\n(.*?)^---\r?\n?(.*)$/ms;
const NAMED = /^['"]?([^'":]+)['"]?:\s*(?:major|minor|patch)\s*$/gm;

/**
 * @param {string} [workspace] its root folder; default: this workspace
 * @returns {string[]} a sentence for each: a field of a manifest, a changeset that does not appear in a changelog
 */
export function releaseProblems(workspace = root) {
  const packages = packagesInOrder(workspace);
  const names = new Set(packages.map(({ name }) => name));
  return [
    ...packages.flatMap(({ folder, manifest }) =>
      manifestProblems(basename(folder), manifest).map((text) => `${manifest.name}: ${text}`),
    ),
    ...changesetsOf(workspace).flatMap((file) =>
      changesetProblems(readFileSync(join(workspace, '.changeset', file), 'utf8'), names).map(
        (text) => `.changeset/${file} ${text}`,
      ),
    ),
  ];
}

function changesetsOf(workspace) {
  const folder = join(workspace, '.changeset');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md');
}

function changesetProblems(text, names) {
  const [, head = '', summary = text] = FRONT_MATTER.exec(text) ?? [];
  const named = [...head.matchAll(NAMED)].map(([, name]) => name);
  // `npx changeset add --empty` writes neither names nor text: for a change that users cannot see.
  if (named.length === 0) {
    return summary.trim() === '' ? [] : ['names no package: its text would be in no changelog'];
  }
  return named
    .filter((name) => !names.has(name))
    .map((name) => `names ${name}, which is not a package of this workspace`);
}
