/**
 * Checks the types of typed APIs with the oldest TypeScript: two files of assertions about them. The published types are
 * checked with that version by `npm run rehearse`.
 */
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { errorsOfFiles } from './errors-of-files.js';

const ts = createRequire(resolve('packages/openapi/package.json'))('typescript');
const config = ts.getParsedCommandLineOfConfigFile(
  'tooling/check/tsconfig.oldest.json',
  {},
  ts.sys,
);
const program = ts.createProgram(config.fileNames, config.options);
const files = config.fileNames.map((path) => program.getSourceFile(path));
const errors = errorsOfFiles(program, files);
process.stderr.write(ts.formatDiagnostics(errors, ts.createCompilerHost(config.options)));
console.log(`TypeScript ${ts.version}: ${files.length} files, ${errors.length} errors`);
process.exitCode = errors.length === 0 ? 0 : 1;
