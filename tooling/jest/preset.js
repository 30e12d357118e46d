import { fileURLToPath } from 'node:url';

/**
 * Shared Jest settings: ES modules, TypeScript through ts-jest (transpiled only: types are checked
 * by `npm run check`), sibling packages from their source by the condition `@mortise/source`.
 */
export function jestConfig(packageUrl) {
  const rootDir = fileURLToPath(new URL('.', packageUrl));
  return {
    rootDir,
    displayName: rootDir.split('/').at(-2),
    testEnvironment: 'node',
    testEnvironmentOptions: { customExportConditions: ['@mortise/source', 'node', 'node-addons'] },
    testMatch: ['<rootDir>/src/**/*.test.ts', '<rootDir>/test/**/*.test.ts'],
    extensionsToTreatAsEsm: ['.ts'],
    transform: {
      '^.+\\.ts$': [
        'ts-jest',
        { useESM: true, tsconfig: fileURLToPath(new URL('tsconfig.json', import.meta.url)) },
      ],
    },
    moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  };
}
