import { afterEach, expect, it } from '@jest/globals';
import { developmentWarning, variable } from './index.js';

const emitWarning = process.emitWarning.bind(process);
const before = process.env['NODE_ENV'];
afterEach(() => {
  process.emitWarning = emitWarning;
  process.env['NODE_ENV'] = before;
});

it('prints a warning for developers on the first call', () => {
  const printed: unknown[] = [];
  process.emitWarning = (...given: unknown[]) => void printed.push(given);
  process.env['NODE_ENV'] = 'development';
  const warnOnce = developmentWarning({ code: 'LATE', detail: 'Be early.' });
  warnOnce?.('first');
  warnOnce?.('second');
  expect(printed).toEqual([
    ['first', { type: 'MortiseWarning', code: 'LATE', detail: 'Be early.' }],
  ]);
});

it('prints nothing for developers in production', () => {
  process.env['NODE_ENV'] = 'production';
  expect([variable('NODE_ENV'), developmentWarning({ code: 'LATE', detail: '' })]).toEqual([
    'production',
    null,
  ]);
});
