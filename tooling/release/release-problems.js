/** Finds problems of a release before anything is built or published. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { manifestProblems } from '../check/manifest-rules.js';
import { packagesInOrder, root } from '../setup/packages.js';

const FRONT_MATTER = /^---\r?\n(.*?)^---\r?\n?(.*)$/ms;
const NAMED = /^['"]?[^'":]+['"]?:\s*(?:major|minor|patch)\s*$/m;

/**
 * @param {string} [workspace] its root folder; default: this workspace
 * @returns {string[]} a sentence for each: a field of a manifest, a changeset that does not appear in a changelog
 */
export function releaseProblems(workspace = root) {
  return [
    ...packagesInOrder(workspace).flatMap(({ folder, manifest }) =>
      manifestProblems(basename(folder), manifest).map((text) => `${manifest.name}: ${text}`),
    ),
    ...changesetsOf(workspace)
      .filter((file) => isUnnamed(readFileSync(join(workspace, '.changeset', file), 'utf8')))
      .map((file) => `.changeset/${file} names no package: its text would be in no changelog`),
  ];
}

/** @returns {string[]} the names of the files of a workspace's changesets */
export function changesetsOf(workspace = root) {
  const folder = join(workspace, '.changeset');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md');
}

/** `npx changeset add --empty` writes neither names nor text: for a change that users cannot see. Changesets refuse unknown names. */
function isUnnamed(text) {
  const [, head = '', summary = text] = FRONT_MATTER.exec(text) ?? [];
  return !NAMED.test(head) && summary.trim() !== '';
}
