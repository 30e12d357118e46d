/** Pages name files of the sources, where links would be too many. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { pagesOfTree, root } from '../setup/packages.js';

const FOLDERS = /^(?:benchmarks|examples|packages|tooling)\//;
const pages = ['CONTRIBUTING.md', ...pagesOfTree().filter((path) => path.startsWith('docs/'))];

it('pages name only files of sources that exist', () => {
  const missing = pages.flatMap((page) =>
    namesIn(readFileSync(join(root, page), 'utf8'))
      .filter((name) => !existsSync(join(root, name)))
      .map((name) => `${page}: ${name}`),
  );
  expect(missing).toEqual([]);
});

it('a page names a file with its folder, or after `packages/x/src`: in the same line', () => {
  const page = ['`packages/x/src`: `a.ts`, `b/c.ts`; then `packages/y/src`: `d.js`', '`e.ts`'];
  expect([
    ...namesIn(page.join('\n')),
    ...namesIn('`tooling/f.ts`, `packages/<name>/g.ts`'),
  ]).toEqual([
    'packages/x/src/a.ts',
    'packages/x/src/b/c.ts',
    'packages/y/src/d.js',
    'tooling/f.ts',
  ]);
});

/** A name without its folder belongs to the folder before it in its line; others, such as `app.ts`, are not of this repository. */
function namesIn(page) {
  return page.split('\n').flatMap((line) => {
    let folder = null;
    return [...line.matchAll(/`([\w./-]+)`(:?)/g)].flatMap(([, name, colon]) => {
      if (colon === ':' && /\/src$/.test(name)) folder = name;
      if (!/\.(?:js|ts)$/.test(name)) return [];
      if (FOLDERS.test(name)) return [name];
      return folder === null ? [] : [`${folder}/${name}`];
    });
  });
}
