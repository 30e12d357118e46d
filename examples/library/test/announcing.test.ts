import { expect, it } from '@jest/globals';
import { memoryPubSub } from '@mortise/pubsub';
import { channel } from '@mortise/sse';
import { BookStore } from '../src/books/book-store.js';
import type { Query } from '../src/database/database.js';
import { announcing } from '../src/live/announcing.js';

it('announces last what was read last, however long the database takes', async () => {
  const bus = memoryPubSub();
  const news = await channel({ bus, topic: 'news' });
  const published: string[] = [];
  await bus.subscribe('news', {
    message: ({ data }) => {
      published.push(
        /free\D+\d/.exec(new TextDecoder().decode(data))?.[0].replace(/\W+/, ' ') ?? '',
      );
    },
  });
  // The first read is the slower one: it has the number from before the second loan.
  const waiting: (() => void)[] = [];
  let free = 2;
  const query = (async () => {
    free -= 1;
    const rows = [{ id: 1, free, copies: 2 }];
    if (free === 1) await new Promise<void>((resolve) => waiting.push(resolve));
    return rows;
  }) as unknown as Query;
  const database = { query } as ConstructorParameters<typeof BookStore>[0];
  const { announce } = announcing(news, new BookStore(database));
  const both = [announce(1), announce(1)];
  await new Promise(setImmediate); // the first has begun; another one beside it would be published now
  for (const resolve of waiting) resolve();
  await Promise.all(both);
  expect(published).toEqual(['free 1', 'free 0']);
  await news.close();
  await bus.close();
});
