import { fileURLToPath } from 'node:url';
import { areBuilt } from './built-packages.js';

/** Whether everything runs, as `.ci/run` does: also `*.long.test.ts`, and each property 300 times. */
const all = process.env.ALL === '1';
if (all) {
  process.env.FC_NUM_RUNS ??= '300';
  // Tests, and programs that they start, load packages faster from their build. Planted faults are in the sources.
  const isBuilt =
    process.env.MORTISE_FAULTS_PLANTED === undefined &&
    areBuilt(fileURLToPath(new URL('../../packages', import.meta.url)));
  process.env.MORTISE_BUILT ??= isBuilt ? '1' : '0';
}

/** How an import by name is resolved: a package's own files, which its tests import by path, are always sources. */
const conditions = process.env.MORTISE_BUILT === '1' ? [] : ['@mortise/source'];

/** A long file that the command names runs, too. */
const long = all || process.argv.some((argument) => argument.includes('.long'));

/**
 * Milliseconds after which a test is treated as hanging: far more than any needs when many run at a time. Property
 * tests take longer if `FC_NUM_RUNS` is more than 1000.
 */
export const TEST_TIMEOUT = 120_000 * Math.max(1, Number(process.env.FC_NUM_RUNS ?? 1000) / 1000);

/**
 * Shared Jest settings: ES modules, each source compiled alone (`npm run check` checks the types), sibling
 * packages from their source by the condition `@mortise/source`, or from a build that is as new.
 */
export function jestConfig(packageUrl) {
  const rootDir = fileURLToPath(new URL('.', packageUrl));
  return {
    rootDir,
    displayName: rootDir.split('/').at(-2),
    testRunner: fileURLToPath(new URL('quiet-runner.js', import.meta.url)),
    testEnvironment: fileURLToPath(new URL('released-environment.js', import.meta.url)),
    testTimeout: TEST_TIMEOUT,
    testEnvironmentOptions: { customExportConditions: [...conditions, 'node', 'node-addons'] },
    testMatch: ['<rootDir>/src/**/*.test.ts', '<rootDir>/test/**/*.test.ts'],
    testPathIgnorePatterns: ['/node_modules/', ...(long ? [] : ['\\.long\\.test\\.'])],
    extensionsToTreatAsEsm: ['.ts'],
    transform: {
      '^.+\\.ts$': [
        fileURLToPath(new URL('kept-or-compiled.js', import.meta.url)),
        {
          tsconfig: fileURLToPath(new URL('tsconfig.json', import.meta.url)),
          compiler: fileURLToPath(new URL('blanking-compiler.cjs', import.meta.url)),
          useESM: true,
          diagnostics: false,
        },
      ],
    },
    moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  };
}
