import { expect, it } from '@jest/globals';
import { ownTimers } from './own-timers.js';

const timers = ownTimers();
// Of an earlier file, as it were: it ends during the test.
setTimeout(() => undefined, 20);

it('counts the timers that the test has started, and that keep the process running', async () => {
  const before = await timers();
  const [timeout, interval] = [
    setTimeout(() => undefined, 60_000),
    setInterval(() => undefined, 5),
  ];
  setTimeout(() => undefined, 60_000).unref();
  expect(await timers()).toBe(before + 2);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(await timers()).toBe(before + 2);
  clearTimeout(timeout);
  clearInterval(interval);
  expect(await timers()).toBe(before);
});
