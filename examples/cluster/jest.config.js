import { jestConfig } from '../../tooling/jest/preset.js';

export default { ...jestConfig(import.meta.url), displayName: 'example-cluster' };
