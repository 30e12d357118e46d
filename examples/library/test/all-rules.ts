import { afterAll, beforeAll, describe } from '@jest/globals';
import { catalogueRules } from './rules/catalogue.js';
import { loanRules } from './rules/loans.js';
import { peopleRules } from './rules/people.js';
import type { RunningLibrary } from './running-library.js';

/** What the library promises, on any database: `open` starts one library for all rules. */
export function allRules(open: () => Promise<RunningLibrary>): void {
  let running: RunningLibrary;
  beforeAll(async () => {
    running = await open();
  }, 60_000);
  afterAll(() => running.close());

  const library = () => running;
  describe('people', () => {
    peopleRules(library);
  });
  describe('the catalogue', () => {
    catalogueRules(library);
  });
  describe('loans', () => {
    loanRules(library);
  });
}
