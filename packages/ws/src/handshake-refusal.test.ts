import { describe, expect, it } from '@jest/globals';
import type { ServerRequestInterface } from '@mortise/http-message';
import { factories as message } from '@mortise/message';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { growth } from '../../../tooling/testing/growth.js';
import { HANDSHAKE } from '../test/clients.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { handshakeRefusal } from './index.js';

type Headers = Readonly<Record<string, string>>;

describe.each(implementations)('handshakeRefusal with %s', (_, factories) => {
  const request = (headers: Headers = {}, method = 'GET'): ServerRequestInterface =>
    Object.entries<string>({ ...HANDSHAKE, ...headers }).reduce(
      (made, [name, value]) => (value === '' ? made : made.withHeader(name, value)),
      factories.createServerRequest(method, 'https://example.com/chat'),
    );

  it.each<[string, Headers, string | null]>([
    ['a handshake', {}, null],
    ['names in another case', { Upgrade: 'WebSocket', Connection: 'keep-alive, upgrade' }, null],
    ['one of several protocols', { Upgrade: 'h2c, websocket' }, null],
    ['no Upgrade', { Upgrade: '' }, 'WEBSOCKET_REQUIRED'],
    ['another protocol', { Upgrade: 'h2c' }, 'WEBSOCKET_REQUIRED'],
    ['a protocol that begins like it', { Upgrade: 'websocket2' }, 'WEBSOCKET_REQUIRED'],
    ['no Connection', { Connection: '' }, 'WEBSOCKET_REQUIRED'],
    ['Connection without upgrade', { Connection: 'keep-alive' }, 'WEBSOCKET_REQUIRED'],
    ['no version', { 'Sec-WebSocket-Version': '' }, 'WEBSOCKET_VERSION'],
    ['version 8', { 'Sec-WebSocket-Version': '8' }, 'WEBSOCKET_VERSION'],
    [
      'another version, whose key has another form',
      { 'Sec-WebSocket-Version': '0', 'Sec-WebSocket-Key': 'a' },
      'WEBSOCKET_VERSION',
    ],
    ['two versions', { 'Sec-WebSocket-Version': '13, 13' }, 'WEBSOCKET_VERSION'],
    ['no key', { 'Sec-WebSocket-Key': '' }, 'WEBSOCKET_HANDSHAKE'],
    ['a short key', { 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZQ==' }, 'WEBSOCKET_HANDSHAKE'],
    [
      'a long key',
      { 'Sec-WebSocket-Key': `d${HANDSHAKE['Sec-WebSocket-Key']}` },
      'WEBSOCKET_HANDSHAKE',
    ],
    [
      'a key of another alphabet',
      { 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZ-==' },
      'WEBSOCKET_HANDSHAKE',
    ],
    ['an empty subprotocol', { 'Sec-WebSocket-Protocol': 'a,,b' }, 'WEBSOCKET_HANDSHAKE'],
    ['a repeated subprotocol', { 'Sec-WebSocket-Protocol': 'a, a' }, 'WEBSOCKET_HANDSHAKE'],
    [
      'a subprotocol that is not a token',
      { 'Sec-WebSocket-Protocol': 'a b' },
      'WEBSOCKET_HANDSHAKE',
    ],
    ['no subprotocols at all', { 'Sec-WebSocket-Protocol': ' ' }, 'WEBSOCKET_HANDSHAKE'],
    ['subprotocols', { 'Sec-WebSocket-Protocol': 'a,\tb' }, null],
  ])('decides %s', (__, headers, code) => {
    expect(handshakeRefusal(request(headers), 'same')).toBe(code);
  });

  it.each(['HEAD', 'POST', 'get'])('requires the method GET, not %s', (method) => {
    expect(handshakeRefusal(request({}, method), 'same')).toBe('WEBSOCKET_REQUIRED');
  });

  it.each(['1.0', '2'])('requires HTTP/1.1, not HTTP/%s', (version) => {
    const other = request().withProtocolVersion(version);
    expect(handshakeRefusal(other, 'same')).toBe('WEBSOCKET_REQUIRED');
  });

  it.each<[string, boolean]>([
    ['https://example.com', true],
    ['http://example.com', true],
    ['https://example.com:8443', false],
    ['https://evil.example', false],
    ['https://example.com.evil.example', false],
    ['https://evil.example\\@example.com', false],
    ['https://user@example.com', false],
    ['https://example.com/', false],
    ['example.com', false],
    ['null', false],
    ['https://example.com, https://evil.example', false],
  ])('takes Origin %s for the same: %s', (Origin, isSame) => {
    const code = handshakeRefusal(request({ Origin }), 'same');
    expect(code).toBe(isSame ? null : 'WEBSOCKET_ORIGIN');
  });

  it('compares the port', () => {
    const local = factories
      .createServerRequest('GET', 'http://localhost:8080/')
      .withHeader('Origin', 'http://localhost:8080');
    const asked = Object.entries(HANDSHAKE).reduce(
      (made, [name, value]) => made.withHeader(name, value),
      local,
    );
    expect(handshakeRefusal(asked, 'same')).toBeNull();
    const other = asked.withHeader('Origin', 'http://localhost:8081');
    expect(handshakeRefusal(other, 'same')).toBe('WEBSOCKET_ORIGIN');
  });

  it('allows the origins of a list alone, all with "*", and a client without one', () => {
    const list = new Set(['https://app.example']);
    const own = request({ Origin: 'https://example.com' });
    expect(handshakeRefusal(request({ Origin: 'https://app.example' }), list)).toBeNull();
    expect(handshakeRefusal(own, list)).toBe('WEBSOCKET_ORIGIN');
    expect(handshakeRefusal(request({ Origin: 'https://evil.example' }), '*')).toBeNull();
    expect(handshakeRefusal(request(), list)).toBeNull();
  });

  it('never throws, and allows no origin with another host', () => {
    const text = fc.string({
      unit: fc.constantFrom(...Array.from('https:/example.com@\\#?[]0, ')),
    });
    fc.assert(
      fc.property(text, (Origin) => {
        const code = handshakeRefusal(request({ Origin: Origin.trim() }), 'same');
        const isOwn = /^[a-z]+:\/\/example\.com:?$/.test(Origin.trim());
        expect(code === null).toBe(Origin.trim() === '' || isOwn);
      }),
      { numRuns: numRuns(300) },
    );
  });
});

it('takes time linear in the length of each header', async () => {
  const base = Object.entries(HANDSHAKE).reduce(
    (made, [name, value]) => made.withHeader(name, value),
    message.createServerRequest('GET', 'https://h.test/'),
  );
  const headers: [string, (size: number) => string][] = [
    ['Upgrade', (size) => 'a, '.repeat(size)],
    ['Sec-WebSocket-Protocol', (size) => `a${' '.repeat(size)}b`],
    ['Sec-WebSocket-Key', (size) => 'a'.repeat(size)],
    ['Origin', (size) => `https://${'a-.'.repeat(size)}:`],
  ];
  for (const [name, value] of headers) {
    const from = (size: number) => base.withHeader(name, value(size));
    const decide = (sent: typeof base) => handshakeRefusal(sent, 'same');
    expect([name, (await growth(from, decide, 1_000)) < 10]).toEqual([name, true]);
  }
});
