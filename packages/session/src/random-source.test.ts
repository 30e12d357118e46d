import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { memoryStore } from '@mortise/store';
import { sessionApp } from '../test/session-app.js';
import { visitor } from '../test/visitor.js';
import { cookieSession, session } from './index.js';

type Random = (bytes: number) => Uint8Array;

it.each<[string, (random: Random) => ReturnType<typeof session>]>([
  ['session', (random) => session({ store: memoryStore(), random })],
  ['cookieSession', (random) => cookieSession({ keys: ['k'.repeat(32)], random })],
])('%s has no id from text, too few bytes or nothing', async (name, layerOf) => {
  const sources: ((bytes: number) => unknown)[] = [
    (bytes) => randomBytes(bytes).toString('hex'),
    () => new Uint8Array(2),
    () => undefined,
  ];
  for (const random of sources) {
    const client = visitor(sessionApp(factories, layerOf(random as Random)));
    const error = { code: 'OPTION_INVALID', option: `${name}.random` };
    await expect(client.get('/add')).rejects.toMatchObject(error);
  }
});
