import { afterEach, describe, expect, it } from '@jest/globals';
import { rawExchangeOf } from '../src/request/raw-exchange.js';
import { answer, closeServers, gate, serving, sleep } from './serving.js';
import { waitFor } from './wait-for.js';
import { get, readResponses, talk, Wire } from './wire.js';

afterEach(closeServers);

const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
const END = '0\r\n\r\n';
/** A chunk of one byte that takes so many bytes. */
const chunk = (bytes: number) => `1;${'e'.repeat(bytes - 7)}\r\nx\r\n`;

/** A server that reads bodies, and says how long they were. */
const servingLengths = (limits = {}) =>
  serving(async (request) => answer(String((await request.getBody().getContents()).length)), {
    limits,
  });

/** A server that does not read bodies, and answers once they have failed. */
const servingUnread = () =>
  serving(async (request) => {
    await waitFor(() => rawExchangeOf(request)?.incoming.destroyed === true);
    return answer('', 422);
  });

describe('a chunked body', () => {
  it.each([
    ['in chunks of one byte', '1\r\nx\r\n'.repeat(50_000), 50_000],
    ['with an extension of two bytes to each byte', chunk(9).repeat(50_000), 50_000],
    ['with one extension of nearly 16 KiB', chunk(16_000), 1],
  ])('is read %s', async (_, body, length) => {
    const { port } = await servingLengths();
    const text = await talk(port, HEAD.replace('Host', 'Connection: close\r\nHost') + body + END);
    expect(readResponses(text, true)[0]?.body.toString()).toBe(String(length));
  });

  it('is refused for an extension of more than 16 KiB', async () => {
    const { port } = await servingLengths();
    expect(await talk(port, HEAD + chunk(17_000) + END)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each([
    ['read', 400, servingLengths],
    ['unread, by the response of the handler', 422, servingUnread],
  ])(
    'is refused when it is mostly extensions, and nothing more is handled: %s',
    async (_, status, server) => {
      const { port } = await server();
      const wire = new Wire(port).send(HEAD + chunk(1_000).repeat(300) + END + get('/smuggled'));
      const responses = readResponses(await wire.untilClosed(), true);
      expect(responses).toMatchObject([{ status, complete: true }]);
      expect(responses[0]?.fields.get('connection')).toEqual(['close']);
      wire.destroy();
    },
  );

  // 16 KiB, 8 for each of 6 bytes, and a read of 64 KiB.
  const allowed = 16_384 + 8 * 6 + 65_536;

  it.each([
    [-1, '6'],
    [0, '6'],
    [1, '400'],
  ])(
    'can have exactly its limit of bytes besides the payload; %i more: %s',
    async (more, expected) => {
      const begun = gate();
      let read = 0;
      const { port } = await serving(async (request) => {
        begun.open();
        for await (const part of request.getBody()) read += part.length;
        return answer(String(read));
      });
      const wire = new Wire(port).send(HEAD);
      await begun.opened;
      const bytes = allowed + 6 + more;
      for (const size of [...Array<number>(5).fill(13_600), bytes - 5 * 13_600]) {
        const before = read;
        wire.send(chunk(size));
        await waitFor(() => read > before || wire.closed);
      }
      if (!wire.closed) wire.send(END);
      const text = await wire.hear((heard) => /\r\n\r\n./.test(heard));
      expect(expected === '400' ? text.slice(9, 12) : text.slice(-1)).toBe(expected);
      wire.destroy();
    },
  );

  it.each(['0', `1;${'e'.repeat(10)}\r\nx\r\n0`])(
    'is refused if no payload arrives after %j',
    async (body) => {
      const { port } = await servingLengths({ checkInterval: 20 });
      const wire = new Wire(port).send(HEAD + body);
      await sleep(100); // it is checked more than once
      wire.send('0'.repeat(200_000));
      expect(await wire.untilClosed()).toMatch(/^HTTP\/1\.1 400 /);
      wire.destroy();
    },
  );

  it('closes the connection if its response has begun', async () => {
    const { port } = await serving((request) => {
      rawExchangeOf(request)?.outgoing.flushHeaders();
      return new Promise(() => undefined);
    });
    const wire = new Wire(port).send(HEAD);
    await wire.hear((text) => text.includes(' 200 '));
    wire.send(chunk(1_000).repeat(300));
    expect(readResponses(await wire.untilClosed(), true)).toMatchObject([
      { status: 200, complete: false },
    ]);
    wire.destroy();
  });

  it('is refused in order, after the responses to earlier requests', async () => {
    const { opened, open } = gate();
    const { port } = await serving((request) =>
      request.getMethod() === 'GET'
        ? opened.then(() => answer('first'))
        : request.getBody().getContents().then(answer),
    );
    const wire = new Wire(port).send(get() + HEAD + chunk(1_000).repeat(300));
    const beside = new Wire(port).send(HEAD + chunk(1_000).repeat(300));
    await beside.untilClosed();
    open();
    const responses = readResponses(await wire.untilClosed(), true);
    expect(responses.map(({ status }) => status)).toEqual([200, 400]);
    wire.destroy();
    beside.destroy();
  });
});
