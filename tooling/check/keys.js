/**
 * Refuses keys of attributes and of values of a lifetime that two packages spell: they belong in
 * `packages/base/src/keys.ts`, with their types. A key of one package stays there, in one place, and so does a registered
 * symbol.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const SHARED = 'packages/base/src/keys.ts';
const KEY = /^(?! *\*).*Symbol\.for\('([^']+)'\)|['"`](mortise\.[\w.-]+|__routeContext__)['"`]/gm;

/**
 * @param {Map<string, string>} sources text by path, such as `packages/app/src/index.ts`
 * @returns {string[]} a sentence for each place that spells a key of another file
 */
export function keyProblems(sources) {
  const places = new Map();
  for (const [path, text] of sources) {
    for (const [, symbol, key = symbol] of text.matchAll(KEY)) {
      places.set(key, (places.get(key) ?? new Set()).add(path));
    }
  }
  return [...places].flatMap(([key, paths]) => {
    if (paths.size === 1) return [];
    const others = [...paths].filter((path) => path !== SHARED);
    const instead = paths.has(SHARED)
      ? 'import it from @mortise/base/keys'
      : `declare it once: in its package, or in ${SHARED} if two packages use it`;
    return others.map((path) => `${path}: '${key}': ${instead}`);
  });
}

function sourcesOfPackages() {
  const paths = readdirSync('packages').flatMap((name) => {
    const root = join('packages', name, 'src');
    return readdirSync(root, { recursive: true })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => join(root, file));
  });
  return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const sources = sourcesOfPackages();
  const problems = keyProblems(sources);
  for (const problem of problems) console.error(problem);
  console.log(`${sources.size} sources, ${problems.length} keys that are spelled twice`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
