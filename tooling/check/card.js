/** Checks that the tools which the project promises to be built with are there, and used where they belong. */
import { readFileSync } from 'node:fs';
import { conclude } from './conclude.js';

const read = (file) => readFileSync(file, 'utf8');
const root = JSON.parse(read('package.json'));
const parsers = JSON.parse(read('packages/body-parsers/package.json'));
const { scripts, dependencies, devDependencies } = root;

/** Each tool, and whether it is used. */
const CARD = {
  pnpm: root.packageManager.startsWith('pnpm@'),
  turbo: 'turbo' in devDependencies && read('tooling/build/run.js').includes("spawn('turbo'"),
  typescript: 'typescript' in dependencies && scripts.types.includes(' tsc '),
  jest: 'jest' in devDependencies && scripts.test.includes('jest/bin/jest.js'),
  'ts-jest':
    'ts-jest' in devDependencies && read('tooling/jest/kept-or-compiled.js').includes("'ts-jest'"),
  changesets:
    '@changesets/cli' in devDependencies &&
    scripts['release:version'].includes('changeset version'),
  busboy:
    'busboy' in parsers.dependencies &&
    /from 'busboy'/.test(read('packages/body-parsers/src/multipart/busboy-parser.ts')),
};

const missing = Object.keys(CARD).filter((tool) => !CARD[tool]);
conclude(
  Object.keys(CARD).length,
  'tools of the card',
  missing.map((tool) => `${tool} is not installed, or not used where tooling/check/card.js looks`),
);
