/** Responses that are kept, and those that only the first client gets. */
import { describe, expect, it } from '@jest/globals';
import type { StreamInterface } from '@mortise/http-message';
import { upgradeTo } from '@mortise/base/upgrade';
import { memoryStore } from '@mortise/store';
import { implementations } from '../../../tooling/testing/implementations.js';
import { payments, PROBLEM, problemOf } from '../test/payments.js';
import { idempotency } from './index.js';

const encoder = new TextEncoder();

describe.each(implementations)('idempotency with %s', (_, factories) => {
  /** A stream of unknown size, and whether its source was cancelled. */
  const streamOf = (...chunks: (string | Error)[]) => {
    const source = { cancelled: false, read: 0 };
    async function* generate() {
      try {
        for (const chunk of chunks) {
          await Promise.resolve();
          if (chunk instanceof Error) throw chunk;
          source.read += 1;
          yield encoder.encode(chunk);
        }
      } finally {
        source.cancelled = true;
      }
    }
    return { source, body: factories.createStreamFromResource(generate()) };
  };
  /** A stream that says its size. */
  const sized = (text: string, size: number): StreamInterface => {
    const { body } = streamOf(text);
    body.getSize = () => size;
    return body;
  };
  const shopOf = (body: () => StreamInterface, options = {}) =>
    payments(factories, options, (_request, response) => response.withBody(body()));

  it('keeps a text whose bytes are exactly the limit', async () => {
    const shop = shopOf(() => factories.createStream('ää'), { maxBytes: 4 });
    await shop.pay();
    expect(await (await shop.pay()).getBody().text()).toBe('ää');
    expect(shop.events).toEqual([]);
  });

  it('does not keep a body that a layer has read: the client would get it empty', async () => {
    const shop = payments(factories, {}, async (_request, response) => {
      const { body } = streamOf('paid');
      await body.text();
      return response.withBody(body);
    });
    await expect(shop.pay()).rejects.toMatchObject({ code: 'RESPONSE_INVALID' });
    expect(shop.events).toMatchObject([{ type: 'not-kept', reason: 'incomplete' }]);
  });

  it.each([
    ['a text', () => factories.createStream('ää')],
    ['bytes', () => factories.createStream(new Uint8Array(4))],
  ])('does not keep %s beyond the limit: only the first client gets it', async (_name, body) => {
    const shop = shopOf(body, { maxBytes: 3 });
    const first = await shop.pay();
    expect((await first.getBody().getContents()).length).toBe(4);
    const second = await shop.pay({ headers: PROBLEM });
    expect(second.getStatusCode()).toBe(500);
    expect(await problemOf(second)).toMatchObject({
      code: 'IDEMPOTENCY_RESPONSE_NOT_KEPT',
      detail:
        'The first request with this Idempotency-Key was processed, but its response cannot be repeated.',
    });
    expect(shop.runs).toBe(1);
    expect(shop.events).toEqual([
      { type: 'not-kept', reason: 'too-large', request: expect.anything() },
    ]);
  });

  it('keeps 256 KiB by default, and not more', async () => {
    for (const [size, status] of [
      [262_144, 200],
      [262_145, 500],
    ] as const) {
      const shop = shopOf(() => factories.createStream(new Uint8Array(size)));
      await shop.pay();
      expect((await shop.pay()).getStatusCode()).toBe(status);
    }
  });

  it('keeps no body, if its limit is 0, but an empty one', async () => {
    const empty = shopOf(() => factories.createStream(), { maxBytes: 0 });
    await empty.pay();
    expect((await empty.pay()).getStatusCode()).toBe(200);
    const one = shopOf(() => factories.createStream('a'), { maxBytes: 0 });
    await one.pay();
    expect((await one.pay()).getStatusCode()).toBe(500);
  });

  it('does not keep a response beyond the limit of the store', async () => {
    const shop = shopOf(() => factories.createStream(new Uint8Array(400)), {
      store: memoryStore({ maxBytes: 500 }),
    });
    expect((await shop.pay()).getStatusCode()).toBe(200);
    expect((await shop.pay()).getStatusCode()).toBe(500);
    expect(shop.events).toMatchObject([{ type: 'not-kept', reason: 'too-large' }]);
  });

  it('keeps a stream of unknown size when it has been sent, and before its end is', async () => {
    const shop = shopOf(() => streamOf('a', 'b', 'c').body, { maxBytes: 3 });
    const first = await shop.unread();
    expect((await shop.pay()).getStatusCode()).toBe(409);
    expect(await first.getBody().text()).toBe('abc');
    const second = await shop.pay();
    expect([await second.getBody().text(), second.getBody().getSize(), shop.runs]).toEqual([
      'abc',
      3,
      1,
    ]);
  });

  it('passes each chunk of a stream to the client before it reads the next', async () => {
    const { source, body } = streamOf('a', 'b', 'c');
    const sent = (await shopOf(() => body).unread()).getBody();
    expect([await sent.read(9), source.read]).toEqual([encoder.encode('a'), 1]);
    sent.close();
  });

  it('does not keep a stream beyond the limit, and sends all of it', async () => {
    const shop = shopOf(() => streamOf('ab', 'cd').body, { maxBytes: 3 });
    expect(await (await shop.unread()).getBody().text()).toBe('abcd');
    expect((await shop.pay()).getStatusCode()).toBe(500);
    expect(shop.events).toMatchObject([{ type: 'not-kept', reason: 'too-large' }]);
  });

  it('does not keep a stream that fails, and passes its error', async () => {
    const error = new Error('the cursor was closed');
    const shop = shopOf(() => streamOf('a', error).body);
    const first = await shop.unread();
    await expect(first.getBody().text()).rejects.toBe(error);
    expect((await shop.pay()).getStatusCode()).toBe(500);
    expect(shop.events).toMatchObject([{ type: 'not-kept', reason: 'incomplete' }]);
  });

  it.each([
    ['before its first chunk', 0],
    ['after a chunk', 1],
  ])('does not keep a stream that is closed %s, and cancels its source', async (_name, reads) => {
    const { source, body } = streamOf('a', 'b');
    const shop = shopOf(() => body);
    const sent = (await shop.unread()).getBody();
    for (let read = 0; read < reads; read++) await sent.read(1);
    sent.close();
    expect((await shop.pay()).getStatusCode()).toBe(500);
    expect([source.cancelled || source.read === 0, body.isReadable()]).toEqual([true, false]);
    expect(shop.events).toMatchObject([{ type: 'not-kept', reason: 'incomplete' }]);
  });

  it('does not keep a stream that nothing reads until the end of the request', async () => {
    const shop = payments(factories, {}, (request, response) => {
      ended.push(() => request.getLifetime().end());
      return response.withBody(streamOf('a').body);
    });
    const ended: (() => unknown)[] = [];
    await shop.unread();
    expect((await shop.pay()).getStatusCode()).toBe(409);
    await ended[0]?.();
    expect((await shop.pay()).getStatusCode()).toBe(500);
  });

  it('does not keep a stream that code outside an application drops', async () => {
    const layer = idempotency({ store: memoryStore(), factories, scope: () => 'ada' });
    const respond = { handle: () => factories.createResponse().withBody(streamOf('a').body) };
    const ask = () =>
      factories.createServerRequest('POST', 'https://h.test/').withHeader('Idempotency-Key', '"k"');
    const first = ask();
    await layer.process(first, respond);
    await first.getLifetime().end();
    await expect(layer.process(ask(), respond)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_RESPONSE_NOT_KEPT',
    });
  });

  it('closes a body that it has kept before it is sent', async () => {
    const body = sized('abcd', 4);
    await shopOf(() => body).unread();
    expect(body.isReadable()).toBe(false);
  });

  it('does not report a response that was kept when its request ends', async () => {
    const ended: (() => unknown)[] = [];
    const shop = payments(factories, {}, (request, response) => {
      ended.push(() => request.getLifetime().end());
      return response;
    });
    await shop.pay();
    await ended[0]?.();
    expect([shop.events, (await shop.pay()).getStatusCode()]).toEqual([[], 200]);
  });

  it.each([
    ['abcd', 5],
    ['abcd', 3],
    ['', 1],
  ])('does not keep a stream of %j with Content-Length: %d', async (text, length) => {
    for (const body of [() => streamOf(text).body, () => sized(text, text.length)]) {
      const shop = payments(factories, {}, (_request, response) =>
        response.withHeader('Content-Length', String(length)).withBody(body()),
      );
      const first = await shop.unread();
      expect(first.getHeaderLine('Content-Length')).toBe(String(length));
      expect([await first.getBody().text(), first.getBody().getSize()]).toEqual([text, null]);
      expect((await shop.pay()).getStatusCode()).toBe(500);
      expect(shop.events).toMatchObject([{ type: 'not-kept', reason: 'incomplete' }]);
    }
  });

  it('does not keep a stream that has less than its size, and declares the size', async () => {
    const shop = shopOf(() => sized('abcd', 5));
    const first = await shop.unread();
    expect(first.getHeaderLine('Content-Length')).toBe('5');
    expect([await first.getBody().text(), first.getBody().getSize()]).toEqual(['abcd', null]);
    expect((await shop.pay()).getStatusCode()).toBe(500);
  });

  it.each(['4', '', 'four', '4, 5'])(
    'keeps a stream whose Content-Length is right or not valid: %j',
    async (length) => {
      for (const body of [() => streamOf('ab', 'cd').body, () => sized('abcd', 4)]) {
        const shop = payments(factories, {}, (_request, response) =>
          response.withHeader('Content-Length', length).withBody(body()),
        );
        expect(await (await shop.unread()).getBody().text()).toBe('abcd');
        expect(await (await shop.pay()).getBody().text()).toBe('abcd');
      }
    },
  );

  it('keeps a body in memory, whose length adapters measure, whatever its Content-Length', async () => {
    const shop = payments(factories, {}, (_request, response) =>
      response.withHeader('Content-Length', '7').withBody(factories.createStream('abcd')),
    );
    await shop.pay();
    expect(await (await shop.pay()).getBody().text()).toBe('abcd');
  });

  it('does not keep a response below 200, such as an upgrade', async () => {
    const shop = payments(factories, {}, (_request, response) =>
      upgradeTo(response, 'websocket', () => undefined),
    );
    await expect(shop.pay()).rejects.toMatchObject({ code: 'UPGRADE_UNSUPPORTED' });
    expect((await shop.pay()).getStatusCode()).toBe(500);
    expect(shop.events).toMatchObject([{ type: 'not-kept', reason: 'informational' }]);
  });
});
