/** Compiles a package: its modules and its declarations, by one host that reads and parses each file once. */
import { existsSync } from 'node:fs';
import ts from 'typescript';

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
  noCheck: true,
  declarationMap: false,
  sourceMap: false,
};

/**
 * @param {string} configPath of the project, `tsconfig.build.json`
 * @param {string} outDir receives a module and a declaration for each source
 * @returns {boolean} whether there are no errors; they are printed otherwise
 */
export function compile(configPath, outDir) {
  const { fileNames, options, errors } = configured(configPath, outDir);
  const host = keepingHost(options);
  const create = (added, oldProgram) =>
    ts.createProgram({ rootNames: fileNames, options: { ...options, ...added }, host, oldProgram });
  const modules = create(MODULES);
  const found = [...errors, ...ts.getPreEmitDiagnostics(modules), ...modules.emit().diagnostics];
  if (found.length === 0) found.push(...create(DECLARATIONS, modules).emit().diagnostics);
  if (found.length > 0) console.error(ts.formatDiagnosticsWithColorAndContext(found, host));
  return found.length === 0;
}

function configured(configPath, outDir) {
  if (!existsSync(configPath)) throw new Error(`${configPath} does not exist`);
  const onUnRecoverableConfigFileDiagnostic = ({ messageText }) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
  };
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic };
  return ts.getParsedCommandLineOfConfigFile(configPath, { outDir }, host);
}

/** A host whose parsed files serve several programs: those have the same options for parsing. */
function keepingHost(options) {
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  const parsed = new Map();
  host.getSourceFile = (path, ...rest) => {
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, ...rest));
    return parsed.get(path);
  };
  return host;
}
