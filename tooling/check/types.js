/**
 * Checks what users see of types with the compiler that builds the packages: tests of types, the names of the umbrella, what
 * typed APIs cost, and the examples of READMEs, each in a program that shares what the others have parsed. The linter checks all other types.
 * Run after the build.
 */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { errorsOfFiles, parsingOnce } from '../build/programs.js';
import { writeExamples } from '../docs/examples.js';
import { filesOfTree, root } from '../setup/packages.js';
import { conclude } from './conclude.js';
import { instantiationProblems } from './cost-of-typed-apis.js';
import { umbrellaEntries, umbrellaProblems } from './names-of-mortise.js';

/** A test that asserts types. */
const ASSERTS = /\bexpectTypeOf\b|@ts-expect-error/;
/** The types of typed APIs are also tested with the oldest compiler; `npm run rehearse` checks all published types with it. */
const OLDEST = [
  'packages/endpoint/test/types.test.ts',
  'packages/client/test/client-types.test.ts',
];

const create = creating(ts);
const tests = filesOfTree('packages/*.ts', 'examples/*.ts', 'tooling/*.ts')
  .map((path) => join(root, path))
  .filter((path) => ASSERTS.test(readFileSync(path, 'utf8')));
const entries = umbrellaEntries();
const program = create([...tests, ...entries]);
conclude(tests.length, 'tests of types', errorsOfFiles(ts, program, tests));
conclude(entries.length, 'entries', umbrellaProblems(program));
conclude(1, 'typed API', instantiationProblems(create));
checkExamples();
checkWithOldest();

/** @returns a function that creates a program with the options of the workspace */
function creating(compiler) {
  const base = compiler.readConfigFile(join(root, 'tsconfig.base.json'), compiler.sys.readFile);
  const { options } = compiler.parseJsonConfigFileContent(base.config, compiler.sys, root);
  options.noEmit = true;
  // Its types ask for those of browsers, which would replace Node's in every program.
  options.paths = { '@whatwg-node/fetch': [join(root, 'tooling/check/without-dom.d.ts')] };
  const host = parsingOnce(compiler)(options);
  return (files, added) => compiler.createProgram(files, { ...options, ...added }, host);
}

/** As a user's strict compiler would, with the declarations as they are built. */
function checkExamples() {
  const files = writeExamples().map(({ file }) => file);
  const built = create(files, { allowImportingTsExtensions: true, customConditions: [] });
  conclude(files.length, 'examples', errorsOfFiles(ts, built, files));
}

function checkWithOldest() {
  const oldest = createRequire(join(root, 'packages/openapi/package.json'))('typescript');
  const files = OLDEST.map((path) => join(root, path));
  const errors = errorsOfFiles(oldest, creating(oldest)(files), files);
  conclude(files.length, `tests of typed APIs with TypeScript ${oldest.version}`, errors);
}
