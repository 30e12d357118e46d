import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '@mortise/store';
import { createApp, serve, text } from 'mortise';
import { growth } from '../../../tooling/testing/growth.js';
import { idempotency, parseIdempotencyKey } from '../src/index.js';

describe('a client that chooses its key', () => {
  it.each([
    ['of 15 KiB', `"${'k'.repeat(15_000)}"`, 400],
    ['of bytes that are not ASCII', '"\u00ff\u00fe"', 400],
    ['of quotes', '"'.repeat(15_000), 400],
    ['of escapes', `"${'\\"'.repeat(7_000)}"`, 400],
    ['of commas', ','.repeat(15_000), 400],
    ['that is named like a prototype', '"__proto__"', 200],
    ['with the separator of keys in the store', '"idempotency:k"', 200],
  ])('%s gets a response, and the key of another client is free', async (_, key, status) => {
    const server = await shop();
    try {
      expect(await statusOf(server.url, key, 'mallory')).toBe(status);
      expect(await statusOf(server.url, key, 'mallory')).toBe(status);
      expect(await statusOf(server.url, '"k"', 'ada')).toBe(200);
    } finally {
      await server.close();
    }
  });

  it('twice gets 400, as with two headers of one name', async () => {
    const server = await shop();
    try {
      const socket = connect(server.port, '127.0.0.1');
      socket.end(
        'POST / HTTP/1.1\r\nHost: h.test\r\nConnection: close\r\nIdempotency-Key: "k"\r\nidempotency-key: "k"\r\nContent-Length: 0\r\n\r\n',
      );
      let received = '';
      for await (const chunk of socket) received += String(chunk);
      expect(received).toMatch(/^HTTP\/1\.1 400 /);
    } finally {
      await server.close();
    }
  });
});

it('time to read a key is linear in its length', async () => {
  for (const piece of ['"', '\\', '\\"', 'k', ' ', '"k"']) {
    const value = (size: number) => `"${piece.repeat(size)}`;
    const read = (given: string) => parseIdempotencyKey(given, true);
    expect([piece, (await growth(value, read, 20_000)) < 10]).toEqual([piece, true]);
  }
});

async function shop() {
  const app = createApp({ logger: { error: () => undefined, info: () => undefined } });
  const scope = (request: { getHeaderLine(name: string): string }) =>
    request.getHeaderLine('X-User') || 'nobody';
  app
    .post('/', (_request, response) => text(response, 'paid'))
    .add(idempotency({ store: memoryStore(), factories: app.factories, scope }));
  return serve(app, { port: 0 });
}

async function statusOf(url: string, key: string, user: string): Promise<number> {
  const headers = { 'Idempotency-Key': key, 'X-User': user };
  return (await fetch(url, { method: 'POST', headers })).status;
}
