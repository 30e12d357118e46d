/**
 * What the build of a package consists of: `dist/esm` and `dist/cjs`, each with its types.
 *
 * The sources are many small files, but one file is published for each entry, and one with its types: a program
 * that loads 300 modules takes twice as long to start, and each file takes at least 4 KiB on disk. The entries that
 * every program starts with have another file for Node in `dist/start`, which contains copies of some packages
 * (`copied-packages.js`). Node loads the ES modules for `require` too (condition `module-sync`); the CommonJS copy is for
 * Jest and older tools. The ES modules that Node loads have source maps, which contain the sources.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { bundleDeclarations } from './bundle-declarations.js';
import { bundleModules } from './bundle-modules.js';
import { compile } from './compile.js';
import { isStarted } from './copied-packages.js';

const FOLDERS = { esm: 'dist/esm', start: 'dist/start', cjs: 'dist/cjs' };

/**
 * Builds the package in the current folder.
 *
 * @returns {Promise<string>} the errors of the compiler; empty if the package was built
 */
export async function buildPackage() {
  rmSync('dist', { recursive: true, force: true });
  const errors = compile('tsconfig.build.json', FOLDERS.esm);
  if (errors !== '') return errors;
  // Written after everything is read: the file of an entry has the name of its module.
  const { modules, started } = entries();
  const built = await bundleModules(modules, started, FOLDERS);
  const declarations = await bundleDeclarations(FOLDERS.esm, Object.keys(modules));
  rmSync(FOLDERS.esm, { recursive: true });
  for (const [kind, outputs] of Object.entries(built)) {
    for (const output of outputs) write(FOLDERS[kind], output);
  }
  write(FOLDERS.cjs, declarations);
  write(FOLDERS.esm, typesOfModules(declarations));
  writeFileSync(join(FOLDERS.cjs, 'package.json'), '{ "type": "commonjs" }\n');
  return '';
}

/** The compiled module of each entry and command, by the name of its published file; which of them Node loads as one file. */
function entries() {
  const { exports, bin = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
  const nameOf = (path) => path.slice(FOLDERS.esm.length + 3, -'.js'.length);
  const published = Object.entries(exports).filter(([, { import: esm }]) => esm !== undefined);
  const paths = [
    ...published.map(([, entry]) => entry.import.default),
    ...Object.values(bin).flatMap((path) => (path.startsWith('dist/') ? `./${path}` : [])),
  ];
  return {
    modules: Object.fromEntries(paths.map((path) => [nameOf(path), path])),
    started: published
      .filter(([entry]) => isStarted(basename(process.cwd()), entry))
      .map(([, entry]) => nameOf(entry.import.default)),
  };
}

/**
 * The types of the ES modules: those of the CommonJS copy by reference, so that a class is one type for both. A default
 * export is not the same thing from both sides: packages that have one get a copy.
 */
function typesOfModules(declarations) {
  const { output } = declarations;
  if (output.some(({ code }) => /\bas default\b|^export default /m.test(code))) return declarations;
  return {
    output: output
      .filter(({ isEntry }) => isEntry)
      .map(({ fileName }) => {
        const path = relative(join(FOLDERS.esm, dirname(fileName)), join(FOLDERS.cjs, fileName));
        return { fileName, code: `export * from '${path.replace(/\.d\.ts$/, '.js')}';\n` };
      }),
  };
}

function write(folder, { output }) {
  for (const { fileName, code, source } of output) {
    const path = join(folder, fileName);
    if (existsSync(path)) throw new Error(`${path} is written twice`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code ?? source);
  }
}
