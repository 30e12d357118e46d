import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { filesIn, root } from '../setup/packages.js';
import { plant } from './plant.js';

const compilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
};

/**
 * Writes the sources of a package, with faults, to a new temporary folder.
 *
 * @param path the folder of the package, absolute
 * @param part takes the sources whose path contains it
 * @returns the folder, to be removed by the caller; the faults in order of their ids, each with its `file`; the URLs of
 * the test files; the environment of the processes that run them
 */
export function plantPackage(path, part = '') {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-faults-'));
  const folders = ['src', 'test']
    .map((name) => join(path, name))
    .filter((name) => existsSync(name));
  const files = folders
    .flatMap((name) => filesIn(name, '.ts'))
    .filter((file) => !file.includes('/fixtures/'));
  const faults = [];
  const planted = [];
  const sources = files.filter((file) => isSource(relative(path, file)) && file.includes(part));
  for (const [index, file] of sources.entries()) {
    const { text, faults: found } = plant(readFileSync(file, 'utf8'), faults.length);
    for (const fault of found) faults.push({ ...fault, file: relative(root, file) });
    const output = join(folder, `${index}.js`);
    writeFileSync(output, ts.transpileModule(text, { compilerOptions, fileName: file }).outputText);
    planted.push([pathToFileURL(file).href, output]);
  }
  const map = join(folder, 'planted.json');
  writeFileSync(map, JSON.stringify(planted));
  const tests = files
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => pathToFileURL(file).href);
  const env = {
    MORTISE_FAULTS_PLANTED: map,
    MORTISE_FAULTS_COUNT: String(faults.length),
    MORTISE_FAULTS_TESTS: JSON.stringify(tests),
    MORTISE_FAULTS_REPORT: join(folder, 'reached'),
  };
  return { folder, faults, tests, env };
}

function isSource(path) {
  return /^src\/.*\.ts$/.test(path) && !/\.test\.ts$|\/testing\//.test(path);
}
