import { expect, it } from '@jest/globals';
import { memoryPubSub } from '@mortise/pubsub';
import { rooms } from './rooms.js';

it.each([
  ['code', 1006, ''],
  ['reason', 1000, 'x'.repeat(124)],
])('rooms refuse to close sockets with the %s %s', async (option, code, reason) => {
  const chat = rooms({ bus: memoryPubSub() });
  await expect(chat.disconnect('tea', code, reason)).rejects.toMatchObject({
    code: 'OPTION_INVALID',
    option: `disconnect.${option}`,
  });
  await chat.close();
});
