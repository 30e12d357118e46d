import { describe } from '@jest/globals';
import { allRules } from './all-rules.js';
import { runLibrary } from './running-library.js';

describe('the library on an embedded PostgreSQL', () => {
  allRules(() => runLibrary());
});
