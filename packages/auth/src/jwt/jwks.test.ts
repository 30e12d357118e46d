import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { factories } from '@mortise/message';
import { waitFor } from '../../../../tooling/testing/wait-for.js';
import { requestWith, respond } from '../../test/respond.js';
import { type JwksServer, jwksServer } from '../../test/jwks-server.js';
import { AUDIENCE, ISSUER, NOW, type Signer, signer } from '../../test/tokens.js';
import { jwks, type JwksEvent, type JwksOptions, jwtAuth } from './index.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let one: Signer;
let two: Signer;
let server: JwksServer;
let clock: number;
const events: JwksEvent[] = [];

beforeAll(async () => {
  one = await signer('ES256', 'one');
  two = await signer('ES256', 'two');
});
afterEach(() => server.close());

/** Returns the status of a request with a token. */
async function visitor(options: JwksOptions = {}) {
  server = await jwksServer(one.jwk);
  clock = NOW;
  events.length = 0;
  const onEvent = (event: JwksEvent) => events.push(event);
  const keys = jwks(server.url, { now: () => clock, onEvent, ...options });
  const layer = jwtAuth({
    ...{ keys, issuer: ISSUER, audience: AUDIENCE, algorithms: ['ES256'] },
    now: () => NOW,
  });
  const outcome = (token: string) =>
    respond(factories, [layer], requestWith(factories, `Bearer ${token}`));
  return {
    outcome,
    status: async (token: string) => (await outcome(token)).error?.status ?? 200,
    at: (time: number) => {
      clock = NOW + time;
    },
  };
}

describe('jwks', () => {
  it('loads the keys at the first token, and uses them for 10 minutes', async () => {
    const { status, at } = await visitor();
    expect(server.requests).toBe(0);
    expect(await status(await one.sign())).toBe(200);
    at(10 * MINUTE - 1);
    expect(await status(await one.sign())).toBe(200);
    expect(server.requests).toBe(1);
    at(10 * MINUTE);
    expect(await status(await one.sign())).toBe(200);
    expect(server.requests).toBe(2);
  });

  it('reports a failed attempt, which requests share, outside the context of each request', async () => {
    const storage = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const { status } = await visitor({ onEvent: () => seen.push(storage.getStore()) });
    server.listener = (_, response) => response.writeHead(500).end();
    const token = await one.sign();
    expect(await storage.run('a request', () => status(token))).toBe(503);
    expect(seen).toEqual([undefined]);
  });

  it('reads no more of a response with an error', async () => {
    const { status } = await visitor({ timeout: 60_000 });
    const closed = new Promise((resolve) => {
      server.listener = (_, response) => response.writeHead(500).once('close', resolve).write('a');
    });
    expect(await status(await one.sign())).toBe(503);
    await closed;
  });

  it('imports a key once', async () => {
    const { status } = await visitor();
    const imported = jest.spyOn(crypto.subtle, 'importKey');
    expect([await status(await one.sign()), await status(await one.sign())]).toEqual([200, 200]);
    expect(imported).toHaveBeenCalledTimes(1);
    imported.mockRestore();
  });

  it('loads nothing for a token that is malformed, or of another algorithm', async () => {
    const { status } = await visitor();
    const rsa = await signer('RS256', 'one');
    const unsigned = (await one.sign()).replace(/[^.]+$/, '');
    for (const token of ['a.b.c', await rsa.sign(), unsigned])
      expect(await status(token)).toBe(401);
    expect(server.requests).toBe(0);
  });

  it('loads new keys for a token whose kid is unknown, after a rotation', async () => {
    const { status, at } = await visitor();
    expect(await status(await one.sign())).toBe(200);
    server.keys = [two.jwk];
    at(30 * SECOND);
    expect(await status(await two.sign())).toBe(200);
    expect(await status(await one.sign())).toBe(401);
    expect(server.requests).toBe(2);
  });

  it('loads keys for unknown kids at most once in 30 seconds', async () => {
    const { status, at } = await visitor();
    const unknown = () => two.sign({}, { kid: crypto.randomUUID() });
    const counts: number[] = [];
    for (const time of [0, 1, 30 * SECOND - 1, 30 * SECOND, 60 * SECOND - 1, 60 * SECOND]) {
      at(time);
      expect(await status(await unknown())).toBe(401);
      counts.push(server.requests);
    }
    expect(counts).toEqual([1, 1, 1, 2, 2, 3]);
  });

  it('loads keys once for 100 concurrent requests, at first and for an unknown kid', async () => {
    const { status, at } = await visitor();
    const first = await one.sign();
    const statuses = await Promise.all(Array.from({ length: 100 }, () => status(first)));
    expect([new Set(statuses), server.requests]).toEqual([new Set([200]), 1]);
    server.keys = [one.jwk, two.jwk];
    at(30 * SECOND);
    const rotated = await two.sign();
    const later = await Promise.all(Array.from({ length: 100 }, () => status(rotated)));
    expect([new Set(later), server.requests]).toEqual([new Set([200]), 2]);
  });

  it('uses the last keys for less than 24 hours while the server is down, then responds with 503', async () => {
    const { status, at } = await visitor();
    const token = await one.sign();
    expect(await status(token)).toBe(200);
    await server.close();
    for (const time of [10 * MINUTE, HOUR, 24 * HOUR - 1]) {
      at(time);
      expect([time, await status(token)]).toEqual([time, 200]);
    }
    at(24 * HOUR);
    expect(await status(token)).toBe(503);
    await server.start();
    at(24 * HOUR + SECOND);
    expect(await status(token)).toBe(200);
  });

  it('loads new keys 30 seconds after the clock was set back, however far', async () => {
    const { status, at } = await visitor();
    expect(await status(await one.sign())).toBe(200);
    server.keys = [two.jwk];
    at(-9_000 * HOUR);
    expect(await status(await two.sign())).toBe(401);
    at(-9_000 * HOUR + 30 * SECOND);
    expect(await status(await two.sign())).toBe(200);
  });

  it('refuses an unknown kid while the server is down', async () => {
    const { status, at } = await visitor();
    await status(await one.sign());
    await server.close();
    at(30 * SECOND);
    expect(await status(await two.sign())).toBe(401);
  });

  it('responds with 503 while there are no keys, and asks the server once a second', async () => {
    const { outcome, status, at } = await visitor();
    const token = await one.sign();
    server.listener = (_request, response) => response.writeHead(500).end();
    const { error } = await outcome(token);
    expect(error).toMatchObject({
      ...{ code: 'JWT_KEYS_UNAVAILABLE', status: 503 },
      cause: { message: 'the key server responded with 500' },
    });
    at(SECOND - 1);
    expect([await status(token), server.requests]).toEqual([503, 1]);
    at(SECOND);
    expect([await status(token), server.requests]).toEqual([503, 2]);
  });

  it('reports a server that is down, at most once a minute', async () => {
    const { status, at } = await visitor();
    const token = await one.sign();
    await server.close();
    const counts: number[] = [];
    for (const time of [0, SECOND, MINUTE - SECOND, MINUTE]) {
      at(time);
      await status(token);
      counts.push(events.length);
    }
    expect(counts).toEqual([1, 1, 1, 2]);
    expect(events[0]).toEqual({ type: 'jwks-down', url: server.url, error: expect.anything() });
  });

  it('waits for a server that does not respond until the timeout', async () => {
    // Far more than the first response takes on a busy machine.
    const { status, at } = await visitor({ timeout: 1_500 });
    const token = await one.sign();
    expect(await status(token)).toBe(200);
    server.listener = () => undefined;
    at(10 * MINUTE);
    expect(await status(token)).toBe(200);
    expect(events).toMatchObject([{ error: { name: 'TimeoutError' } }]);
  });

  it('does not wait for a server that was down at the last attempt', async () => {
    const { status, at } = await visitor();
    const token = await one.sign();
    expect(await status(token)).toBe(200);
    server.listener = (_request, response) => response.writeHead(500).end();
    at(10 * MINUTE);
    expect(await status(token)).toBe(200);
    server.listener = () => undefined;
    at(11 * MINUTE);
    expect(await status(token)).toBe(200);
    expect(events).toHaveLength(1);
    await waitFor(() => server.requests === 3);
  });

  it('stops reading a body that does not end, at the timeout', async () => {
    const { outcome } = await visitor({ timeout: 50 });
    server.listener = (_request, response) => response.writeHead(200).write('{"keys":[');
    const { error } = await outcome(await one.sign());
    expect(error).toMatchObject({ status: 503, cause: { name: 'TimeoutError' } });
  });

  it('limits the bytes of the response, and closes its connection', async () => {
    const body = JSON.stringify({ keys: [one.jwk] });
    const { status, at } = await visitor({ maxBytes: body.length });
    const token = await one.sign();
    server.listener = (_request, response) => response.end(`${body} `);
    expect(await status(token)).toBe(503);
    expect(events[0]).toMatchObject({
      error: { message: `the key set exceeds the limit of ${body.length} bytes` },
    });
    const closed = new Promise<void>((resolve) => {
      server.listener = (_request, response) => {
        response.on('close', resolve);
        const write = () => {
          if (!response.destroyed) response.write(' '.repeat(65_536), () => setImmediate(write));
        };
        write();
      };
    });
    at(SECOND);
    expect(await status(token)).toBe(503);
    await closed;
    server.listener = (_request, response) => response.end(body);
    at(2 * SECOND);
    expect(await status(token)).toBe(200);
  });

  it.each<[string, number, string]>([
    ['a redirect', 302, ''],
    ['a status of an error', 404, '{"keys":[{"kty":"EC"}]}'],
    ['no content', 204, ''],
    ['text that is not JSON', 200, '<html>'],
    ['JSON without keys', 200, '{}'],
    ['no keys', 200, '{"keys":[]}'],
    ['keys that are not a list', 200, '{"keys":{"length":1}}'],
    ['a key that is not an object', 200, '{"keys":["a"]}'],
    ['a key without a type', 200, '{"keys":[{}]}'],
    ['null', 200, 'null'],
  ])('keeps the last keys if the server responds with %s', async (_, code, body) => {
    const { status, at } = await visitor();
    const token = await one.sign();
    expect(await status(token)).toBe(200);
    server.listener = (_request, response) =>
      response.writeHead(code, { Location: server.url }).end(body);
    at(HOUR);
    expect([await status(token), server.requests, events.length]).toEqual([200, 2, 1]);
  });

  it('never uses a secret of the set', async () => {
    const { status } = await visitor();
    server.keys = [{ kty: 'oct', kid: 'one', k: 'c2VjcmV0' } as object];
    expect(await status(await one.sign())).toBe(401);
  });

  it('shares the keys of several layers', async () => {
    const { status } = await visitor();
    const keys = jwks(server.url);
    const token = await one.sign();
    for (const audience of [AUDIENCE, 'https://other.example']) {
      const options = { keys, issuer: ISSUER, audience, algorithms: ['ES256' as const] };
      const layer = jwtAuth({ ...options, now: () => NOW });
      await respond(factories, [layer], requestWith(factories, `Bearer ${token}`));
    }
    expect([server.requests, await status(token)]).toEqual([1, 200]);
  });
});
