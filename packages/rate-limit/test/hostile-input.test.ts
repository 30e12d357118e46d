import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '@mortise/store';
import { createApp, serve, text } from 'mortise';
import { growth } from '../../../tooling/testing/growth.js';
import { clientKey, rateLimit } from '../src/index.js';

const KIB_15 = 15_000;

describe('a client that chooses what it is counted by', () => {
  it.each([
    ['of 15 KiB', 'x'.repeat(KIB_15)],
    ['of bytes that are not ASCII', '\u00ff\u00fe'],
    ['with the separator of keys in the store', 'p:1:127.0.0.1'],
    ['that is named like a prototype', '__proto__'],
    ['that is the hash of another', `#${'0'.repeat(64)}`],
    ['of one space', '\u00a0'],
  ])('by a value %s is limited, and nobody else with it', async (_, value) => {
    const app = createApp();
    app.get('/', (_request, response) => text(response, 'page'));
    const policies = [{ name: 'p', limit: 1, window: 31_536_000 }];
    const key = (request: { getHeaderLine(name: string): string }) =>
      request.getHeaderLine('X-Key');
    app.add(rateLimit({ store: memoryStore(), policies, key, whenDown: 'refuse' }));
    const server = await serve(app, { port: 0 });
    const ask = async (name: string) =>
      (await fetch(server.url, { headers: { 'X-Key': name } })).status;
    const statuses = [
      await ask(value),
      await ask(value),
      await ask(`${value}y`),
      await ask('127.0.0.1'),
    ];
    await server.close();
    expect(statuses).toEqual([200, 429, 200, 200]);
  });

  it.each([
    ['addresses', '203.0.113.9, '],
    ['commas', ','],
    ['colons', ':'],
    ['text', 'unknown '],
    ['brackets', '[::1], '],
  ])('by 15 KiB of %s in X-Forwarded-For gets a response', async (_, piece) => {
    const app = createApp();
    app.get('/', (_request, response) => text(response, 'page'));
    const policies = [{ name: 'p', limit: 1, window: 31_536_000 }];
    app.add(rateLimit({ store: memoryStore(), policies, whenDown: 'refuse' }));
    const server = await serve(app, { port: 0, trustProxy: ['127.0.0.1'] });
    const headers = { 'X-Forwarded-For': piece.repeat(KIB_15 / piece.length).trim() };
    const statuses = [
      (await fetch(server.url, { headers })).status,
      (await fetch(server.url, { headers })).status,
    ];
    await server.close();
    expect(statuses).toEqual([200, 429]);
  });
});

it('time to read an address is linear in its length', async () => {
  for (const piece of [':', '0', '0:', '::', '1.', '%', 'ffff:', ':0000']) {
    const address = (size: number) => piece.repeat(size);
    expect([piece, (await growth(address, clientKey, 2_000)) < 10]).toEqual([piece, true]);
  }
});
