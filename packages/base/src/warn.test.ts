import { expect, it } from '@jest/globals';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { warnOnce } from './index.js';

const warnings = notedWarnings();

it('prints a warning on the first call only', () => {
  const warnNow = warnOnce('LATE');
  warnNow('first', 'Be early.');
  warnNow('second', 'Be early.');
  expect(warnings).toEqual([
    { message: 'first', type: 'MortiseWarning', code: 'LATE', detail: 'Be early.' },
  ]);
});
