/**
 * Removes "Nothing is published yet" from every page that says it: run it once, with the first release.
 *
 *     node tooling/release/first-release.js
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesOfTree, root } from '../setup/packages.js';

const NOTICE =
  /\s*Nothing is published yet:(?: instead of `[^`]+`,)?\s+\[install from the repository\]\([^)]+\)\./g;

/** @returns {string} a page without the sentence */
export function withoutNotice(page) {
  return page.replace(NOTICE, '');
}

/** @returns {string[]} the pages of the project that have the sentence: absolute paths */
export function pagesWithNotice() {
  return filesOfTree('*.md')
    .map((page) => join(root, page))
    .filter((path) => readFileSync(path, 'utf8').includes('Nothing is published yet:'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const pages = pagesWithNotice();
  for (const path of pages) writeFileSync(path, withoutNotice(readFileSync(path, 'utf8')));
  console.log(`${pages.length} pages`);
}
