import { afterAll, beforeAll } from '@jest/globals';
import { useInternal } from '../src/fast/node-internals.js';

beforeAll(() => {
  useInternal('ServerResponse.assignSocket', false);
});

afterAll(() => {
  useInternal('ServerResponse.assignSocket', true);
});
