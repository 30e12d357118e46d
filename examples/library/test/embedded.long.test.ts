import { describe } from '@jest/globals';
import { allRules } from './all-rules.js';
import { runLibrary } from './running-library.js';

describe('the library on an embedded PostgreSQL', () => {
  const isAlone =
    process.env['DATABASE_URL'] === undefined || process.env['REDIS_URL'] === undefined;
  allRules(() => runLibrary(), isAlone);
});
