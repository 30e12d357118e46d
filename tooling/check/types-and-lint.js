/**
 * Checks the types of sources and tests, and lints them: `node tooling/check/types-and-lint.js [paths]`, by default all.
 * One program over all packages serves both: linting asks for the types that were just checked. One program for each
 * package would take five times as long.
 */
import { resolve, sep } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';

const paths = process.argv.slice(2);
const program = createProgram('tooling/check/tsconfig.json');

const errors = [
  ...program.getConfigFileParsingDiagnostics(),
  ...program.getOptionsDiagnostics(),
  ...program.getGlobalDiagnostics(),
  ...chosenFiles().flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ]),
];
if (errors.length > 0)
  fail(ts.formatDiagnosticsWithColorAndContext(errors, ts.createCompilerHost({})));

const eslint = new ESLint({
  overrideConfig: [
    {
      files: ['**/*.ts'],
      languageOptions: { parserOptions: { project: false, programs: [program] } },
    },
  ],
});
const results = await eslint.lintFiles(paths.length === 0 ? ['.'] : paths);
const { format } = await eslint.loadFormatter('stylish');
const printed = await format(results);
// A warning is an error, too.
if (printed !== '') fail(printed);

function createProgram(configPath) {
  const onUnRecoverableConfigFileDiagnostic = ({ messageText }) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
  };
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic };
  const config = ts.getParsedCommandLineOfConfigFile(configPath, undefined, host);
  return ts.createProgram({
    rootNames: config.fileNames,
    options: config.options,
    configFileParsingDiagnostics: config.errors,
  });
}

function chosenFiles() {
  const folders = paths.map((path) => resolve(path));
  return program
    .getSourceFiles()
    .filter(
      ({ fileName }) =>
        folders.length === 0 ||
        folders.some((folder) => `${fileName}${sep}`.startsWith(`${folder}${sep}`)),
    );
}

function fail(text) {
  console.log(text);
  process.exitCode = 1;
}
