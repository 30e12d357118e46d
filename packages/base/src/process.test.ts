import { expect, it } from '@jest/globals';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { developmentWarning, variable } from './index.js';

const warnings = notedWarnings();

it('prints a warning for developers on the first call', () => {
  process.env['NODE_ENV'] = 'development';
  const warnOnce = developmentWarning({ code: 'LATE', detail: 'Be early.' });
  warnOnce?.('first');
  warnOnce?.('second');
  expect(warnings).toEqual([
    { message: 'first', type: 'MortiseWarning', code: 'LATE', detail: 'Be early.' },
  ]);
});

it('prints nothing for developers in production', () => {
  process.env['NODE_ENV'] = 'production';
  expect([variable('NODE_ENV'), developmentWarning({ code: 'LATE', detail: '' })]).toEqual([
    'production',
    null,
  ]);
});
