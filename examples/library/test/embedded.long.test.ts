import { describe } from '@jest/globals';
import { libraryRules } from './library-rules.js';
import { runLibrary } from './running-library.js';

describe('the library on an embedded PostgreSQL', () => {
  libraryRules(() => runLibrary(null));
});
