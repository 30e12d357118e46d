import { fileURLToPath } from 'node:url';
import { jestConfig } from '../../tooling/jest/preset.js';

export default {
  ...jestConfig(import.meta.url),
  displayName: 'example-website',
  runner: fileURLToPath(new URL('../../tooling/jest/one-worker-runner.js', import.meta.url)),
};
