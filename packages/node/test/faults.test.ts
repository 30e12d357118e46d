import { afterEach, describe, expect, it } from '@jest/globals';
import { answer, closeServers, serving } from './serving.js';
import { get, lastGet, readResponses, talk, Wire } from './wire.js';

afterEach(closeServers);

const head = (...lines: string[]) => [...lines, '', ''].join('\r\n');
const chunked = (body: string, coding = 'Transfer-Encoding: chunked') =>
  head('POST / HTTP/1.1', 'Host: a', coding) + body;
const manyFields = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: y`);

/** A server that says how long a body was, and has seen what. */
async function servingLengths(limits = {}, options = {}) {
  const seen: string[] = [];
  const server = await serving(
    async (request) => {
      seen.push(`${request.getMethod()} ${request.getRequestTarget()}`);
      return answer(String((await request.getBody().getContents()).length));
    },
    { limits, ...options },
  );
  return { ...server, port: server.port, seen };
}

describe('a malformed request', () => {
  // The parser stops at the fault: whether the application saw the head of a request whose body is
  // malformed does not matter, but a second request must never come out of the rest.
  it.each([
    ['two lengths that differ', chunked('abcd', 'Content-Length: 3\r\nContent-Length: 4')],
    ['two lengths in one field', chunked('abc', 'Content-Length: 3, 3')],
    ['a length with a sign', chunked('abc', 'Content-Length: +3')],
    ['a negative length', chunked('abc', 'Content-Length: -3')],
    ['a length in hexadecimal', chunked('abc', 'Content-Length: 0x3')],
    ['a length of 2^64', chunked('abc', 'Content-Length: 18446744073709551616')],
    ['an empty length', chunked('', 'Content-Length: ')],
    [
      'a length beside chunks',
      chunked('3\r\nabc\r\n0\r\n\r\n', 'Content-Length: 3\r\nTransfer-Encoding: chunked'),
    ],
    ['a coding that does not end in chunks', chunked('abc', 'Transfer-Encoding: chunked, gzip')],
    ['chunks twice', chunked('0\r\n\r\n', 'Transfer-Encoding: chunked, chunked')],
    [
      'chunks in two fields',
      chunked('0\r\n\r\n', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked'),
    ],
    [
      'chunks in HTTP/1.0',
      chunked('0\r\n\r\n', 'Connection: keep-alive\r\nTransfer-Encoding: chunked').replace(
        '1.1',
        '1.0',
      ),
    ],
    ['three lengths, one of which differs', chunked('abcde', 'Content-Length: 5, 5, 6')],
    ['three equal lengths', chunked('abcde', 'Content-Length: 5, 5, 5')],
    [
      'three fields of lengths, one of which differs',
      chunked('abcde', 'Content-Length: 5\r\nContent-Length: 5\r\nContent-Length: 6'),
    ],
    ['an unknown coding', chunked('0\r\n\r\n', 'Transfer-Encoding: xchunked')],
    ['a space before the colon', head('GET / HTTP/1.1', 'Host : a')],
    ['a folded field', head('GET / HTTP/1.1', 'Host: a', 'X: b', ' c')],
    ['a field without a colon', head('GET / HTTP/1.1', 'Host: a', 'nonsense')],
    ['NUL in a value', head('GET / HTTP/1.1', 'Host: a', 'X: a\0b')],
    ['NUL in a name', head('GET / HTTP/1.1', 'Host: a', 'X\0: b')],
    ['CR in a value', head('GET / HTTP/1.1', 'Host: a', 'X: a\rb')],
    ['a bare LF after the request line', 'GET / HTTP/1.1\nHost: a\r\n\r\n'],
    ['a bare LF instead of the empty line', 'GET / HTTP/1.1\r\nHost: a\r\n\n'],
    ['a bare LF after a field', 'GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n'],
    ['a bare CR after a field', 'GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n'],
    ['NUL in the target', head('GET /\0 HTTP/1.1', 'Host: a')],
    ['a space in the target', head('GET /a b HTTP/1.1', 'Host: a')],
    ['an unknown method', head('BREW / HTTP/1.1', 'Host: a')],
    ['the beginning of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['no Host', head('GET / HTTP/1.1')],
    ['two Hosts', head('GET / HTTP/1.1', 'Host: a', 'Host: b')],
    ['two equal Hosts in two cases', head('GET / HTTP/1.1', 'Host: a', 'hOST: a')],
  ])('with %s is refused with 400 and the connection closed', async (_, request) => {
    const { port, seen } = await servingLengths();
    const smuggled = `GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n`;
    const responses = readResponses(await talk(port, request + smuggled), true);
    expect(responses.map(({ status }) => status)).toEqual([400]);
    expect(seen).not.toContain('GET /smuggled');
    expect(await talk(port, lastGet())).toContain('200 OK');
  });

  it.each([
    ['no hexadecimal size', 'zz\r\nabc\r\n0\r\n\r\n'],
    ['a size with a sign', '+3\r\nabc\r\n0\r\n\r\n'],
    ['a size with 0x', '0x3\r\nabc\r\n0\r\n\r\n'],
    ['a negative size', '-1\r\nabc\r\n0\r\n\r\n'],
    ['a size of 2^64', '10000000000000000\r\nabc\r\n0\r\n\r\n'],
    ['more data than its size', '3\r\nabcd\r\n0\r\n\r\n'],
    ['a bare LF after the size', '3\nabc\r\n0\r\n\r\n'],
    ['a bare LF after the data', '3\r\nabc\n0\r\n\r\n'],
    ['NUL in an extension', '3;a=\0\r\nabc\r\n0\r\n\r\n'],
  ])('whose chunk has %s gets at most one 400', async (_, body) => {
    const { port, seen } = await servingLengths();
    const smuggled = `GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n`;
    const text = await talk(port, chunked(body) + smuggled);
    expect(text === '' ? [] : readResponses(text, true).map(({ status }) => status)).toEqual([400]);
    expect(seen).not.toContain('GET /smuggled');
  });

  it('named in any case and form is still chunked', async () => {
    const { port } = await servingLengths();
    const body = '3\r\nabc\r\n0\r\n\r\n';
    const text = await talk(port, chunked(body, 'tRANSFER-eNCODING: Chunked') + lastGet());
    expect(readResponses(text, true).map(({ body: length }) => length.toString())).toEqual([
      '3',
      '0',
    ]);
  });
});

describe('a request for something that is not implemented', () => {
  const body = '3\r\nabc\r\n0\r\n\r\n';

  it.each([
    ['a transfer coding before chunks', 501, chunked(body, 'Transfer-Encoding: gzip, chunked')],
    [
      'a transfer coding in a field of its own',
      501,
      chunked(body, 'Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked'),
    ],
    ['no transfer coding by name', 501, chunked(body, 'Transfer-Encoding: identity, chunked')],
    ['HTTP/2.0', 505, head('GET / HTTP/2.0', 'Host: a')],
    ['HTTP/2.0 without a Host', 505, head('GET / HTTP/2.0')],
    ['HTTP/0.9', 505, head('GET / HTTP/0.9', 'Host: a')],
    ['HTTP/1.2', 505, head('GET / HTTP/1.2', 'Host: a')],
    ['HTTP/3.0', 505, head('GET / HTTP/3.0', 'Host: a')],
    ['the first bytes of HTTP/2', 505, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a version that is not a number', 400, head('GET / HTTP/a.b', 'Host: a')],
    ['HTTP/0.9, by naming no version', 505, head('GET /', 'Host: a')],
    [
      'HTTP/2.0 and an upgrade',
      505,
      head('GET / HTTP/2.0', 'Host: a', 'Connection: Upgrade', 'Upgrade: websocket'),
    ],
  ])('%s, gets %i and the connection is closed', async (_, status, request) => {
    const { port, seen } = await servingLengths({}, { upgrade: () => undefined });
    const smuggled = `GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n`;
    const responses = readResponses(await talk(port, request + smuggled), true);
    expect(responses.map((response) => response.status)).toEqual([status]);
    expect(seen).toEqual([]);
  });
});

describe('a request over a limit', () => {
  it.each([
    ['200 fields', head('GET / HTTP/1.1', 'Host: a', ...manyFields(199)), 200],
    ['201 fields', head('GET / HTTP/1.1', 'Host: a', ...manyFields(200)), 431],
    ['2,100 fields', head('GET / HTTP/1.1', 'Host: a', ...manyFields(2_099)), 431],
    ['a head of 17 KiB', head('GET / HTTP/1.1', 'Host: a', `X: ${'y'.repeat(17_000)}`), 431],
    ['a target of 8,192', head(`GET /${'x'.repeat(8_191)} HTTP/1.1`, 'Host: a'), 200],
    ['a target of 8,193', head(`GET /${'x'.repeat(8_192)} HTTP/1.1`, 'Host: a'), 414],
    ['a target of 17,000', head(`GET /${'x'.repeat(17_000)} HTTP/1.1`, 'Host: a'), 414],
    [
      'a target and fields of 17 KiB',
      head(`GET /${'x'.repeat(8_000)} HTTP/1.1`, `X: ${'y'.repeat(9_000)}`),
      431,
    ],
  ])('with %s', async (_, request, status) => {
    const { port } = await servingLengths();
    const wire = new Wire(port).send(request);
    await wire.hear((text) => text.includes('\r\n\r\n'));
    expect(readResponses(wire.heard, wire.closed)[0]?.status).toBe(status);
    if (status !== 200) await wire.untilClosed();
    wire.destroy();
  });

  it('in its endless target, after another request, is refused with 414', async () => {
    const { port } = await servingLengths();
    const wire = new Wire(port).send(get());
    await wire.hear((text) => text.endsWith('0'));
    wire.send(`GET /${'x'.repeat(17_000)}`);
    const responses = readResponses(await wire.untilClosed(), true);
    expect(responses.map(({ status }) => status)).toEqual([200, 414]);
    wire.destroy();
  });

  it('in its target, sent in pieces over the limit of the head, is refused with 431', async () => {
    const { port } = await servingLengths();
    // The answer to the request before it tells that the first piece has come.
    const wire = new Wire(port).send(`${get()}GET /${'x'.repeat(9_000)}`);
    await wire.hear((text) => text.endsWith('0'));
    wire.send('x'.repeat(9_000));
    const responses = readResponses(await wire.untilClosed(), true);
    expect(responses.map(({ status }) => status)).toEqual([200, 431]);
    wire.destroy();
  });

  it('counts header fields that arrive after the limit', async () => {
    const { port } = await servingLengths({ headerCount: 3 });
    const late = head('GET / HTTP/1.1', 'A: 1', 'B: 2', 'C: 3', 'Host: a');
    expect(await talk(port, late)).toMatch(/^HTTP\/1\.1 431 /);
  });
});

describe('a field named __proto__', () => {
  it('is an ordinary field', async () => {
    const { port } = await serving((request) => answer(request.getHeaderLine('__proto__')));
    const [response] = readResponses(await talk(port, lastGet('/', '__proto__: x')), true);
    expect(response?.body.toString()).toBe('x');
  });
});
