import { expect, it } from '@jest/globals';
import { isLeftUnhandled } from './unhandled-rejections.js';

it('leaves the process with the listeners that it had, in their order', async () => {
  const before = process.listeners('unhandledRejection');
  const own = [() => undefined, () => undefined];
  for (const listener of own) process.on('unhandledRejection', listener);
  await isLeftUnhandled(new Error('none'), () => undefined);
  const after = process.listeners('unhandledRejection');
  for (const listener of own) process.off('unhandledRejection', listener);
  expect(after).toEqual([...before, ...own]);
});
