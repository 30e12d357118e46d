/** Type-checks the examples of every README as a user's strict compiler would. */
import ts from 'typescript';
import { root, writeExamples } from '../readme/examples.js';
import { errorsOfFiles } from './errors-of-files.js';

const files = writeExamples().map(({ file }) => file);
const { config } = ts.readConfigFile(`${root}tsconfig.base.json`, ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const checked = {
  ...options,
  // What users import: the declarations as they are built.
  ...{ noEmit: true, allowImportingTsExtensions: true, customConditions: [] },
  // Its types ask for those of browsers, which would replace Node's in every example.
  paths: { '@whatwg-node/fetch': [`${root}tooling/check/without-dom.d.ts`] },
};
const program = ts.createProgram(files, checked);
const diagnostics = errorsOfFiles(
  program,
  files.map((file) => program.getSourceFile(file)),
);
const host = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => root,
  getNewLine: () => '\n',
};
process.stderr.write(ts.formatDiagnostics(diagnostics, host));
console.log(`${files.length} examples, ${diagnostics.length} errors`);
process.exitCode = diagnostics.length === 0 ? 0 : 1;
