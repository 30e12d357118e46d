import { setImmediate } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { upgradeTo } from '@mortise/base/upgrade';
import type { ResponseInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { memoryStore, type StoreInterface } from '@mortise/store';
import { payments } from '../test/payments.js';

/** A store of at most 500 bytes for each value, whose writes after the claim take some turns. */
function slowStore(order: string[]): StoreInterface {
  const store = memoryStore({ maxBytes: 500 });
  const write = store.compareAndSet.bind(store);
  let isClaimed = false;
  store.compareAndSet = async (...value) => {
    if (!isClaimed) {
      isClaimed = true;
      return write(...value);
    }
    await setImmediate();
    try {
      const version = await write(...value);
      order.push('stored');
      return version;
    } catch (error) {
      order.push('refused');
      throw error;
    }
  };
  return store;
}

function known(size: number): ResponseInterface {
  async function* chunks() {
    yield await Promise.resolve(new Uint8Array(size));
  }
  const body = factories.createStreamFromResource(chunks());
  body.getSize = () => size;
  return factories.createResponse().withBody(body);
}

it.each([
  ['a text', () => factories.createResponse().withBody(factories.createStream('a')), ['stored']],
  ['a stream of known size', () => known(4), ['stored']],
  ['a stream beyond the limit', () => known(2_000), ['stored']],
  ['a body beyond the limit of the store', () => known(800), ['refused', 'stored']],
  [
    'an upgrade',
    () => upgradeTo(factories.createResponse(), 'websocket', () => undefined),
    ['stored'],
  ],
] as const)('%s is sent when the outcome is stored', async (_what, response, writes) => {
  const order: string[] = [];
  const shop = payments(factories, { store: slowStore(order), maxBytes: 1_000 }, () => response());
  await shop.unread();
  order.push('sent');
  expect(order).toEqual([...writes, 'sent']);
});
