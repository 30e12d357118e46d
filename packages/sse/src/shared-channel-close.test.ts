import { expect, it } from '@jest/globals';
import { heldBus } from '../test/held-bus.js';
import { channel } from './index.js';

it('a shared channel is closed when its subscription has ended, and reports that it could not end', async () => {
  const bus = heldBus();
  const news = await channel({
    bus: {
      ...bus,
      subscribe: async (...args) => ({
        ...(await bus.subscribe(...args)),
        unsubscribe: async () => {
          await new Promise(setImmediate);
          throw new Error('the bus is down');
        },
      }),
    },
    topic: 'news',
  });
  await expect(news.close()).rejects.toThrow('the bus is down');
});
