/**
 * Prepares the first release: removes "Nothing is published yet" from every page that says it, and the changesets, since
 * nobody has a version without those changes. Does nothing once no page says it: `npm run release:version` begins with it.
 *
 *     node tooling/release/first-release.js
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { changesetsOf } from './release-problems.js';
import { pagesOfTree, root } from '../setup/packages.js';

const NOTICE =
  /\s*Nothing is published yet:(?: instead of `[^`]+`,)?\s+\[install from the repository\]\([^)]+\)\./g;

/** @returns {string} a page without the sentence */
export function withoutNotice(page) {
  return page.replace(NOTICE, '');
}

/** @returns {string[]} the pages of the project that have the sentence: absolute paths */
export function pagesWithNotice() {
  return ['README.md', ...pagesOfTree()]
    .map((page) => join(root, page))
    .filter(
      (path) =>
        existsSync(path) && readFileSync(path, 'utf8').includes('Nothing is published yet:'),
    );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const pages = pagesWithNotice();
  for (const path of pages) writeFileSync(path, withoutNotice(readFileSync(path, 'utf8')));
  const unreleased = pages.length === 0 ? [] : changesetsOf();
  for (const file of unreleased) rmSync(join(root, '.changeset', file));
  console.log(`${pages.length} pages, ${unreleased.length} changesets`);
}
