/**
 * Checks the programs of a folder, and the declarations of our packages that they read, with one version of TypeScript in
 * one process: the compiler and the types of the language are loaded once, and nobody else's declarations are checked.
 * Prints, for each configuration, the declarations that were read and what is wrong, as JSON.
 *
 *     node check-program.js COMPILER FOLDER KIND...
 *
 * `COMPILER` is the path of its library; the configuration of a kind is `tsconfig.KIND.json` in the folder.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { errorsOfFiles } from '../../check/errors-of-files.js';
import { editorProblems } from './editor.js';

const OURS = /\/node_modules\/(?:@mortise\/|mortise\/)/;

const [compiler, folder, ...kinds] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(compiler);
/** Parsed declarations, by path and format: the configurations parse them alike. */
const parsed = new Map();
console.log(JSON.stringify(Object.fromEntries(kinds.map((kind) => [kind, check(kind)]))));

function check(kind) {
  const path = join(folder, `tsconfig.${kind}.json`);
  const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(path, {}, ts.sys);
  const host = hostOf(options);
  const program = ts.createProgram({ rootNames: fileNames, options, host });
  const sources = program.getSourceFiles();
  const declarations = sources.filter(({ fileName }) => OURS.test(fileName));
  const programs = fileNames.map((name) => program.getSourceFile(name));
  const checked = options.skipLibCheck ? programs : [...programs, ...declarations];
  const found = [...errors, ...errorsOfFiles(program, checked)];
  return {
    files: declarations.map(({ fileName }) => fileName),
    errors: [
      ...found.map((error) => ts.formatDiagnostics([error], host).trim()),
      ...(options.skipLibCheck ? [] : editorProblems(ts, program, programs)),
    ],
  };
}

function hostOf(options) {
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getCurrentDirectory = () => folder;
  host.getSourceFile = (path, parsing, ...rest) => {
    if (!/\.d\.[cm]?ts$/.test(path)) return getSourceFile(path, parsing, ...rest);
    const key = `${path} ${parsing.impliedNodeFormat}`;
    if (!parsed.has(key)) parsed.set(key, getSourceFile(path, parsing, ...rest));
    return parsed.get(key);
  };
  return host;
}
