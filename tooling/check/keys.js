/**
 * Refuses keys of attributes and of values of a lifetime that two packages spell: they belong in
 * `packages/base/src/keys.ts`, with their types. A key of one package stays there, in one place. Registered symbols are all in
 * `packages/base/src/symbols.ts`.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packages, root, sourcesIn } from '../setup/packages.js';
import { conclude } from './conclude.js';

const SHARED = 'packages/base/src/keys.ts';
const SYMBOLS = 'packages/base/src/symbols.ts';
const KEY = /['"`](mortise\.[\w.-]+|__routeContext__)['"`]/g;

/**
 * @param {Map<string, string>} sources text by path, such as `packages/app/src/index.ts`
 * @returns {string[]} a sentence for each place that spells a key of another file
 */
export function keyProblems(sources) {
  const places = new Map();
  for (const [path, text] of sources) {
    for (const [, key] of text.matchAll(KEY)) {
      places.set(key, (places.get(key) ?? new Set()).add(path));
    }
  }
  const symbols = [...sources].flatMap(([path, text]) =>
    path !== SYMBOLS && text.includes('Symbol.for')
      ? [`${path}: Symbol.for: declare a registered symbol in ${SYMBOLS}`]
      : [],
  );
  const keys = [...places].flatMap(([key, paths]) => {
    if (paths.size === 1) return [];
    const others = [...paths].filter((path) => path !== SHARED);
    const instead = paths.has(SHARED)
      ? 'import it from @mortise/base/keys'
      : `declare it once: in its package, or in ${SHARED} if two packages use it`;
    return others.map((path) => `${path}: '${key}': ${instead}`);
  });
  return [...symbols, ...keys];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const paths = packages().flatMap(({ folder }) => sourcesIn(join(folder, 'src')));
  const texts = paths.map((path) => [relative(root, path), readFileSync(path, 'utf8')]);
  conclude(paths.length, 'sources', keyProblems(new Map(texts)));
}
