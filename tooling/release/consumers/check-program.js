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
import { errorsOfFiles, parsingOnce } from '../../build/programs.js';
import { editorProblems } from './editor.js';

const OURS = /\/node_modules\/(?:@mortise\/|mortise\/)/;

const [compiler, folder, ...kinds] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(compiler);
process.chdir(folder);
const hostOf = parsingOnce(ts);
console.log(JSON.stringify(Object.fromEntries(kinds.map((kind) => [kind, check(kind)]))));

function check(kind) {
  const path = join(folder, `tsconfig.${kind}.json`);
  const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(path, {}, ts.sys);
  const host = hostOf(options);
  const program = ts.createProgram({ rootNames: fileNames, options, host });
  const sources = program.getSourceFiles();
  const declarations = sources.filter(({ fileName }) => OURS.test(fileName));
  const files = declarations.map(({ fileName }) => fileName);
  const found = errorsOfFiles(ts, program, [...fileNames, ...(options.skipLibCheck ? [] : files)]);
  return {
    files,
    errors: [
      ...errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
      ...found,
      ...(options.skipLibCheck ? [] : editorProblems(ts, program, fileNames)),
    ],
  };
}
