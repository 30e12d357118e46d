import { setTimeout } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { embeddingAlone } from './embedding.js';

it('a file that embeds a PostgreSQL waits until no other does', async () => {
  const name = `mortise-test-${process.pid}`;
  const order = [];
  const release = await embeddingAlone(name);
  const second = embeddingAlone(name).then((releaseSecond) => {
    order.push('second begins');
    releaseSecond();
  });
  await setTimeout(300);
  order.push('first ends');
  release();
  await second;
  expect(order).toEqual(['first ends', 'second begins']);
});
