import { afterEach, describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { anyCharacter } from '../../../../tooling/properties/any-character.js';
import { numRuns } from '../../../../tooling/properties/num-runs.js';
import { answer, bytes, closeServers, serving, streamed } from '../../test/serving.js';
import { waitFor } from '../../test/wait-for.js';
import { get, lastGet, readResponses, talk, Wire, type WireResponse } from '../../test/wire.js';

import fc from 'fast-check';

afterEach(closeServers);

describe('the emitter', () => {
  it('keeps the order, the case and the repetition of header fields', async () => {
    const response = answer('', 200, { 'X-B': ['1', '2'], 'set-COOKIE': ['a=1', 'b=2'] });
    const { port } = await serving(() => response);
    const head = await talk(port, lastGet());
    expect(head.split('\r\n').slice(1, 5)).toEqual([
      'X-B: 1',
      'X-B: 2',
      'set-COOKIE: a=1',
      'set-COOKIE: b=2',
    ]);
  });

  it('sends a reason phrase of the response', async () => {
    const { port } = await serving(() => answer().withStatus(200, 'Fine by me'));
    expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 200 Fine by me\r\n/);
  });

  it.each([
    ['é', 'café'],
    ['e', 'café'],
    ['é', 'cafe'],
  ])('sends the text %j in UTF-8 and the header value %j as single bytes', async (text, name) => {
    const { port } = await serving(() => answer(text, 200, { 'X-Name': name }));
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect([response?.fields.get('x-name'), response?.body.toString()]).toEqual([[name], text]);
  });

  it('sends the whole of a body that was written to, and again for the next request', async () => {
    const response = answer();
    response.getBody().write('written');
    const { port } = await serving(() => response);
    const both = readResponses(await talk(port, get() + lastGet()), true);
    expect(both.map(({ body }) => body.toString())).toEqual(['written', 'written']);
  });

  it.each([
    [204, undefined],
    [205, ['0']],
    [304, undefined],
  ])('sends %d without a body and with the length %j', async (status, length) => {
    const { port } = await serving(() => answer('no body', status));
    const [first, second] = readResponses(await talk(port, get() + lastGet()), true);
    expect(first?.fields.get('content-length')).toEqual(length);
    expect(first?.fields.has('transfer-encoding')).toBe(false);
    expect(second?.status).toBe(status);
  });

  it('closes the body of a response that must not have one', async () => {
    let cancelled = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        yield await Promise.resolve(bytes('x'));
      } finally {
        cancelled = true;
      }
    }
    const body = source();
    await body.next();
    const { port } = await serving(() => streamed(body).withStatus(304));
    await talk(port, lastGet());
    await waitFor(() => cancelled);
  });

  it('responds to HEAD with the length of the body but none of it', async () => {
    const { port } = await serving(() => answer('12345'));
    const text = await talk(port, 'HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(text).toMatch(/Content-Length: 5\r\n/);
    expect(text).toMatch(/\r\n\r\n$/);
  });

  it('keeps the stated length of a response to HEAD even if its body was dropped', async () => {
    const { port } = await serving(() => answer('', 200, { 'Content-Length': '7' }));
    const text = await talk(port, 'HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(text).toMatch(/Content-Length: 7\r\n/);
  });

  it.each<[string, number, ResponseInterface, string | undefined]>([
    ['HEAD', 200, answer(''), undefined],
    ['HEAD', 200, answer('12345', 200, { 'Content-Length': '7' }), '5'],
    ['HEAD', 200, sized(6), '6'],
    ['HEAD', 200, sized(null), undefined],
    ['GET', 304, answer('', 200, { 'Content-Length': '7' }), '7'],
    ['GET', 304, sized(6), undefined],
    ['GET', 204, answer('', 200, { 'Content-Length': '7' }), undefined],
    ['GET', 205, answer('', 200, { 'Content-Length': '7' }), '0'],
    ['GET', 205, sized(6), '0'],
  ])('responds to %s with %i without a body: case %#', async (method, status, given, length) => {
    const { port } = await serving(() => given.withStatus(status));
    const text = await talk(port, lastGet().replace('GET', method));
    const [response] = readResponses(text, true, [method]);
    expect([response?.status, response?.fields.get('content-length')?.join()]).toEqual([
      status,
      length,
    ]);
    expect(text).toMatch(/\r\n\r\n$/);
  });

  it('sends the true length of a body in memory, whatever the response states', async () => {
    const { port } = await serving(() => answer('12345', 200, { 'Content-Length': '7' }));
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect([response?.fields.get('content-length'), response?.complete]).toEqual([['5'], true]);
  });

  it('closes the connection if the response has Connection: close', async () => {
    const { port } = await serving(() => answer('x', 200, { Connection: 'foo, Close' }));
    const [response] = readResponses(await talk(port, get()), true);
    expect(response?.fields.get('connection')).toEqual(['close']);
    expect(response?.fields.has('keep-alive')).toBe(false);
  });

  it.each(['x-close', 'closed', 'keep-alive'])(
    'keeps the connection if the response has Connection: %s',
    async (Connection) => {
      const { port } = await serving(() => answer('x', 200, { Connection }));
      const responses = readResponses(await talk(port, get() + lastGet()), true);
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    },
  );

  it.each([100, 199])('responds with 500 instead of a final %d', async (status) => {
    const { port, errors } = await serving(() => answer('', status));
    expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 500 /);
    expect(errors).toMatchObject([{ code: 'RESPONSE_INVALID' }]);
  });
});

// P24, with the kinds of bodies that a stream factory takes.
describe('every response', () => {
  const framing = fc.dictionary(
    fc.constantFrom('Content-Length', 'Transfer-Encoding', 'Connection', 'Keep-Alive', 'Trailer'),
    fc.constantFrom('0', '3', 'chunked', 'close', 'keep-alive', 'X'),
  );
  const content = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 300 }), fc.uint8Array());
  const cases = fc.record({
    status: fc.constantFrom(200, 201, 204, 205, 206, 301, 304, 404, 500, 599),
    fields: framing,
    content,
    kind: fc.constantFrom('memory', 'stream'),
    method: fc.constantFrom('GET', 'HEAD', 'POST'),
    version: fc.constantFrom('1.0', '1.1'),
    keep: fc.boolean(),
  });

  it('is one message on the wire, framed once, with only its own body', async () => {
    let current = answer();
    const { port } = await serving(() => current);
    await fc.assert(
      fc.asyncProperty(cases, async ({ status, fields, content, kind, method, version, keep }) => {
        const whole = Buffer.from(content);
        const declared = { ...fields };
        if (kind === 'stream') delete declared['Content-Length'];
        current = answer(content, status, declared);
        if (kind === 'stream') {
          current = current.withBody(factories.createStreamFromResource(chunksOf(whole)));
        }
        const request = `${method} / HTTP/${version}\r\nHost: a\r\nContent-Length: 0\r\nConnection: ${
          keep ? 'keep-alive' : 'close'
        }\r\n\r\n`;
        const { text, closed } = await ask(port, request);
        const responses = readResponses(text, closed, [method]);
        expect(responses).toHaveLength(1);
        const response = responses[0] as WireResponse;
        const bodiless = method === 'HEAD' || [204, 205, 304].includes(status);
        expect(response.body.equals(bodiless ? Buffer.alloc(0) : whole)).toBe(true);
        expect(response.complete).toBe(true);
        expect(version === '1.0' && response.fields.has('transfer-encoding')).toBe(false);
        expect(response.fields.get('connection')).toEqual([closed ? 'close' : 'keep-alive']);
      }),
      { numRuns: numRuns(300) },
    );
  }, 600_000);
});

/** A response whose body is not in memory, and perhaps knows its size. */
function sized(size: number | null): ResponseInterface {
  const response = streamed(chunksOf(new Uint8Array(6)));
  response.getBody().getSize = () => size;
  return response;
}

async function* chunksOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 100) {
    yield await Promise.resolve(content.subarray(at, at + 100));
  }
}

/** One request; afterwards tells by a second one whether the connection is still good. */
async function ask(port: number, request: string): Promise<{ text: string; closed: boolean }> {
  const wire = new Wire(port).send(request);
  const marker = '\r\nX-Marker: ';
  await wire.hear((text) => /^HTTP[^]*\r\n\r\n/.test(text));
  const keeps = !/^Connection: close\r$/m.test(
    wire.heard.slice(0, wire.heard.indexOf('\r\n\r\n') + 2),
  );
  if (keeps) {
    await wire.hear(
      (text) => readResponses(text, false, [request.split(' ')[0] ?? ''])[0]?.complete === true,
    );
  } else await wire.untilClosed();
  const text = wire.heard;
  const { closed } = wire;
  wire.destroy();
  return { text: text.replace(marker, ''), closed };
}
