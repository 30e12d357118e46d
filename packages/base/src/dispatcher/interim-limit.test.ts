import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { InterimLimit } from './interim-limit.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function limited() {
  const late = jest.fn();
  return { late, limit: new InterimLimit(100, late) };
}

it('begins with the first interim response, and is not extended by others', () => {
  const { late, limit } = limited();
  limit.begin(null);
  jest.advanceTimersByTime(99);
  limit.begin(null);
  expect(late).toHaveBeenCalledTimes(0);
  jest.advanceTimersByTime(1);
  expect([late.mock.calls.length, jest.getTimerCount()]).toEqual([1, 0]);
});

it('begins at once for a body that is sent', () => {
  const { limit } = limited();
  limit.begin(Object.assign(new EventEmitter(), { readableEnded: true }));
  expect(jest.getTimerCount()).toBe(1);
});

it('begins at the end of a body that is being sent, but not after the final response', () => {
  const { late, limit } = limited();
  const first = Object.assign(new EventEmitter(), { readableEnded: false });
  const second = Object.assign(new EventEmitter(), { readableEnded: false });
  limit.begin(first);
  expect(jest.getTimerCount()).toBe(0);
  first.emit('end');
  expect(jest.getTimerCount()).toBe(1);
  const other = new InterimLimit(100, late);
  other.begin(second);
  other.end();
  second.emit('end');
  expect(jest.getTimerCount()).toBe(1);
});

it('ends with the final response', () => {
  const { limit } = limited();
  limit.begin(null);
  limit.end();
  expect(jest.getTimerCount()).toBe(0);
});
