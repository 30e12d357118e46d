/**
 * Which packages are copied into which: Node takes longer to find a file than to compile repeated code
 * (docs/decisions/038).
 */
import { readFileSync } from 'node:fs';

/** The entries that every program with `mortise` loads, at its start or with its first form, by the folder of their package. */
const STARTED = {
  app: ['.'],
  'body-parsers': ['.', './defaults', './multipart'],
  message: ['./node'],
  'method-override': ['.'],
  mortise: ['.'],
  node: ['.'],
  router: ['.'],
};
/** Packages of functions without state, and of error classes. */
export const COPIED = ['base', 'http-syntax', 'form-encoding'];

/** Whether Node loads an entry as one file, which contains what the entry uses of the copied packages. */
export function isStarted(folder, entry) {
  return STARTED[folder]?.includes(entry) ?? false;
}

/** @returns `{ name, entry }` for `@mortise/base/adapter`: `base`, `./adapter`; null if the module is not copied */
export function copiedModule(specifier) {
  const [, name, entry] = /^@mortise\/([^/]+)(|\/.*)$/.exec(specifier) ?? [];
  return COPIED.includes(name) ? { name, entry: `.${entry}` } : null;
}

/** The folders of the packages that contain copies of a package: all that depend on it directly or through a copy. */
export function copiedBy(folder) {
  return COPIED.includes(folder)
    ? Object.keys(STARTED).filter((each) => copiesOf(each).has(folder))
    : [];
}

function copiesOf(folder, copies = new Set()) {
  const path = new URL(`../../packages/${folder}/package.json`, import.meta.url);
  const { dependencies = {} } = JSON.parse(readFileSync(path, 'utf8'));
  for (const dependency of Object.keys(dependencies)) {
    const name = copiedModule(dependency)?.name;
    if (name !== undefined) copiesOf(name, copies.add(name));
  }
  return copies;
}
