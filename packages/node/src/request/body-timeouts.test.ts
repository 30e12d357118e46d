import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { limitsWith } from '../server-limits.js';
import { bodyTimeouts } from './body-timeouts.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it('bodies that are read directly are checked before a short time of the handler is over', () => {
  const looks: number[] = [];
  const timeouts = bodyTimeouts(limitsWith({ handlerTimeout: 400, checkInterval: 1_000 }));
  timeouts.looks.add({ look: () => looks.push(1) });
  jest.advanceTimersByTime(399);
  expect(looks).toEqual([1]);
});
