import { setTimeout } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { embeddingAlone } from './embedding.js';

it('a file that embeds a PostgreSQL waits until no other does', async () => {
  const order = [];
  const lock = `\0mortise-embedding-${process.pid}`;
  const release = await embeddingAlone(lock);
  const second = embeddingAlone(lock).then((releaseSecond) => {
    order.push('second begins');
    releaseSecond();
  });
  await setTimeout(300);
  order.push('first ends');
  release();
  await second;
  expect(order).toEqual(['first ends', 'second begins']);
});
