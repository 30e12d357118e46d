/**
 * Compiles a package: its modules and its declarations. Types are not checked, which `npm run check` does for all
 * packages at a time; what does not parse, or has no declaration, is an error.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { narrowedMap, narrowIndentation } from './narrow-indentation.js';
import { parsingOnce } from './programs.js';

/** The declarations have the comments, for editors; the code has none, since its source maps contain the sources. */
const MODULES = {
  declaration: false,
  declarationMap: false,
  inlineSources: true,
  removeComments: true,
};
/** Maps of declarations would be a quarter of the package. */
const DECLARATIONS = {
  emitDeclarationOnly: true,
  declarationMap: false,
  sourceMap: false,
};

/** Most files are those of the language, of Node and of other packages. */
const hostOf = parsingOnce(ts);

/**
 * @param {string} configPath of the project, `tsconfig.build.json`
 * @param {string} outDir receives a module and a declaration for each source
 * @returns {string} the errors; empty if there are none
 */
export function compile(configPath, outDir) {
  const { fileNames, options, errors } = configured(resolve(configPath), outDir);
  const host = hostOf(options);
  const create = (added, oldProgram) => {
    const all = { ...options, ...added, noCheck: true };
    return ts.createProgram({ rootNames: fileNames, options: all, host, oldProgram });
  };
  const modules = create(MODULES);
  const found = [
    ...errors,
    ...modules.getOptionsDiagnostics(),
    ...modules.getSyntacticDiagnostics(),
  ];
  if (found.length === 0) found.push(...emit(modules));
  if (found.length === 0) found.push(...emit(create(DECLARATIONS, modules)));
  return found.length === 0 ? '' : ts.formatDiagnostics(found, host);
}

/** Writes what a program emits, indented by tabs. @returns its errors */
function emit(program) {
  const files = new Map();
  const { diagnostics } = program.emit(undefined, (path, text) => files.set(path, text));
  for (const [path, text] of files) {
    if (path.endsWith('.map')) continue;
    const { code, removed } = narrowIndentation(text);
    ts.sys.writeFile(path, code);
    const map = files.get(`${path}.map`);
    if (map !== undefined) ts.sys.writeFile(`${path}.map`, narrowedMap(map, removed));
  }
  return diagnostics;
}

function configured(configPath, outDir) {
  if (!existsSync(configPath)) throw new Error(`${configPath} does not exist`);
  const onUnRecoverableConfigFileDiagnostic = ({ messageText }) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
  };
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic };
  return ts.getParsedCommandLineOfConfigFile(configPath, { outDir: resolve(outDir) }, host);
}
