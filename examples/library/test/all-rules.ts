import { afterAll, beforeAll, describe } from '@jest/globals';
import { apiRules } from './rules/api.js';
import { catalogueRules } from './rules/catalogue.js';
import { csvImportRules } from './rules/csv-imports.js';
import { errorRules } from './rules/errors.js';
import { fileRules } from './rules/files.js';
import { hostileApiAddressRules, hostileApiRules } from './rules/hostile-api.js';
import { hostileAddressRules, hostileFormRules } from './rules/hostile-forms.js';
import { howRules } from './rules/how.js';
import { importNameRules } from './rules/import-names.js';
import { importRules } from './rules/imports.js';
import { keptFormRules } from './rules/kept-forms.js';
import { liveRules } from './rules/live.js';
import { loanRules } from './rules/loans.js';
import { lookRules } from './rules/looks.js';
import { manyCoverRules } from './rules/many-covers.js';
import { pageRules } from './rules/pages.js';
import { peopleRules } from './rules/people.js';
import { textRules } from './rules/texts.js';
import { unreadableLineRules } from './rules/unreadable-lines.js';
import type { RunningLibrary } from './running-library.js';

/**
 * What the library promises, on any database: `open` starts one library for all rules.
 *
 * @param everything whether also what no database sees is tried, such as hostile values: a test run needs it on one
 */
export function allRules(open: () => Promise<RunningLibrary>, everything: boolean): void {
  let running: RunningLibrary | undefined;
  beforeAll(async () => {
    running = await open();
  });
  afterAll(() => running?.close());

  const library = () => {
    if (running === undefined) throw new Error('the library did not start');
    return running;
  };
  describe('people', () => {
    peopleRules(library);
  });
  describe('errors', () => {
    errorRules(library);
  });
  describe('the catalogue', () => {
    catalogueRules(library);
  });
  describe('texts', () => {
    textRules(library);
  });
  describe('loans', () => {
    // An embedded database has one connection, which takes one transaction after another.
    loanRules(library, everything ? 200 : 40);
  });
  describe('the API', () => {
    apiRules(library);
  });
  describe('imports', () => {
    importRules(library);
  });
  describe('imports of files', () => {
    importNameRules(library);
  });
  describe('imports of CSV', () => {
    csvImportRules(library);
  });
  describe('files', () => {
    fileRules(library);
  });
  describe('covers', () => {
    manyCoverRules(library);
  });
  describe('live events', () => {
    liveRules(library);
  });
  if (everything) {
    describe('lines that are too long or not UTF-8', () => {
      unreadableLineRules(library);
    });
    describe('how a page was made', () => {
      howRules(library);
    });
    describe('forms that an error shows again', () => {
      keptFormRules(library);
    });
    describe('the looks', () => {
      lookRules(library);
    });
    describe('the pages', () => {
      pageRules(library);
    });
  }
  // Last: what is stored of them would be found by other rules.
  describe('hostile values', () => {
    hostileApiRules(library);
    if (everything) {
      hostileFormRules(library);
      hostileAddressRules(library);
      hostileApiAddressRules(library);
    }
  });
}
