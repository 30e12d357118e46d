/**
 * Builds the package in the current folder: `dist/esm` and `dist/cjs`, each with its types.
 *
 * The sources are many small files, but one file is published for each entry, and one with its types: a program
 * that loads 300 modules takes twice as long to start, and each file takes at least 4 KiB on disk. Some packages
 * are copied into others (`copied-packages.js`). Node loads the ES modules for `require` too (condition `module-sync`);
 * the CommonJS copy is for Jest and older tools. The ES modules have source maps, which contain the sources.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundleDeclarations } from './bundle-declarations.js';
import { bundleModules } from './bundle-modules.js';

const ESM = 'dist/esm';
const CJS = 'dist/cjs';

rmSync('dist', { recursive: true, force: true });
compile();
// Written after everything is read: the file of an entry has the name of its module.
const modules = await bundleModules(entries(), ESM, CJS);
const declarations = await bundleDeclarations(ESM, Object.keys(entries()));
rmSync(ESM, { recursive: true });
for (const output of modules.esm) write(ESM, output);
write(CJS, modules.cjs);
for (const folder of [ESM, CJS]) write(folder, declarations);
writeFileSync(join(CJS, 'package.json'), '{ "type": "commonjs" }\n');

/** The declarations have the comments, for editors; the code has none, since its source maps contain the sources. */
function compile() {
  tsc('--declaration', 'false', '--declarationMap', 'false', '--inlineSources', '--removeComments');
  // Maps of declarations would be a quarter of the package.
  tsc('--emitDeclarationOnly', '--noCheck', '--declarationMap', 'false', '--sourceMap', 'false');
}

function tsc(...options) {
  const program = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const args = [program, '-p', 'tsconfig.build.json', '--outDir', ESM, ...options];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** The compiled module of each entry and command, by the name of its published file. */
function entries() {
  const { exports, bin = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
  const paths = [
    ...Object.values(exports).flatMap((entry) => entry.import?.default ?? []),
    ...Object.values(bin).flatMap((path) => (path.startsWith('dist/') ? `./${path}` : [])),
  ];
  return Object.fromEntries(paths.map((path) => [path.slice(ESM.length + 3, -'.js'.length), path]));
}

function write(folder, { output }) {
  for (const { fileName, code, source } of output) {
    const path = join(folder, fileName);
    if (existsSync(path)) throw new Error(`${path} is written twice`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code ?? source);
  }
}
