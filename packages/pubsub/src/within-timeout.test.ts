import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { connectedSockets, standStill } from '../../../tooling/testing/stand-still.js';
import { withinTimeout } from './index.js';

it('withinTimeout returns what arrived in time to a process that stood still for longer', async () => {
  const { near, far, close } = await connectedSockets();
  const answer = withinTimeout(() => once(near, 'data'), 20);
  far.write('7');
  standStill(50);
  expect(String(await answer)).toBe('7');
  close();
});
