/**
 * Checks the types of sources and tests, and lints them: `node tooling/check/types-and-lint.js [paths]`, by default all.
 * One program over all packages serves both: linting asks for the types that were just checked. One program for each
 * package would take five times as long. `--half first` and `--half second` are all together, for two cores: a program
 * checks only the files of its half.
 */
import { readdirSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { errorsOfFiles } from './errors-of-files.js';

/** With the packages from this letter on, the second half has about half of the lines. */
const SECOND_HALF = 'm';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { half: { type: 'string' } },
});
const second = readdirSync('packages')
  .filter((name) => name >= SECOND_HALF)
  .map((name) => `packages/${name}`);
const paths = values.half === 'second' ? second : positionals;
const ignored = values.half === 'first' ? second : [];
const program = createProgram('tooling/check/tsconfig.json');

const errors = errorsOfFiles(program, chosenFiles());
if (errors.length > 0)
  fail(ts.formatDiagnosticsWithColorAndContext(errors, ts.createCompilerHost({})));

const eslint = new ESLint({
  ignorePatterns: ignored,
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
  return program
    .getSourceFiles()
    .filter(
      ({ fileName }) => (paths.length === 0 || isIn(paths, fileName)) && !isIn(ignored, fileName),
    );
}

function isIn(places, fileName) {
  return places.some((place) => `${fileName}${sep}`.startsWith(`${resolve(place)}${sep}`));
}

function fail(text) {
  console.log(text);
  process.exitCode = 1;
}
