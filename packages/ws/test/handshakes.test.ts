import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HANDSHAKE, rawUntil } from './clients.js';
import { closeServers, type Served, servedSocket } from './served.js';

const { 'Sec-WebSocket-Key': key } = HANDSHAKE;
const FIELDS = {
  Host: 'Host: h.test',
  Connection: 'Connection: Upgrade',
  Upgrade: 'Upgrade: websocket',
  Version: 'Sec-WebSocket-Version: 13',
  Key: `Sec-WebSocket-Key: ${key}`,
};

type Lines = Partial<Record<keyof typeof FIELDS | 'More', string>>;

/** A handshake, some of whose lines are replaced. */
const sent = (lines: Lines, start = 'GET / HTTP/1.1') =>
  [start, ...Object.values({ ...FIELDS, ...lines }).filter((line) => line !== ''), '', ''].join(
    '\r\n',
  );

/** Variants of a handshake: the status, and the code of a refusal. */
const VARIANTS: readonly [string, Lines, number, string?][] = [
  ['the usual', {}, 101],
  ['a list of protocols', { Upgrade: 'Upgrade: h2c, websocket' }, 101],
  ['a list that begins with it', { Upgrade: 'Upgrade: websocket, h2c' }, 101],
  ['a list with an empty member', { Upgrade: 'Upgrade: ,websocket' }, 101],
  ['two lines', { Upgrade: 'Upgrade: websocket\r\nUpgrade: websocket' }, 101],
  ['two lines, the last of which has it', { Upgrade: 'Upgrade: h2c\r\nUpgrade: WebSocket' }, 101],
  ['another case', { Upgrade: 'UPGRADE: WebSocket', Connection: 'connection: upgrade' }, 101],
  ['a list of connection options', { Connection: 'Connection: keep-alive, Upgrade' }, 101],
  ['two lines of them', { Connection: 'Connection: keep-alive\r\nConnection: upgrade' }, 101],
  ['a version of the protocol', { Upgrade: 'Upgrade: websocket/13' }, 426, 'REQUIRED'],
  ['another protocol', { Upgrade: 'Upgrade: h2c' }, 426, 'REQUIRED'],
  ['an empty Upgrade', { Upgrade: 'Upgrade:' }, 426, 'REQUIRED'],
  ['no Upgrade', { Upgrade: '' }, 426, 'REQUIRED'],
  ['no Connection', { Connection: '' }, 426, 'REQUIRED'],
  ['no version', { Version: '' }, 426, 'VERSION'],
  ['an empty version', { Version: 'Sec-WebSocket-Version:' }, 426, 'VERSION'],
  ['version 8', { Version: 'Sec-WebSocket-Version: 8' }, 426, 'VERSION'],
  ['version 013', { Version: 'Sec-WebSocket-Version: 013' }, 426, 'VERSION'],
  ['version 13.0', { Version: 'Sec-WebSocket-Version: 13.0' }, 426, 'VERSION'],
  ['a version twice', { More: 'Sec-WebSocket-Version: 13' }, 426, 'VERSION'],
  ['no key', { Key: '' }, 400, 'HANDSHAKE'],
  ['an empty key', { Key: 'Sec-WebSocket-Key:' }, 400, 'HANDSHAKE'],
  ['a short key', { Key: 'Sec-WebSocket-Key: dGhlIHNhbXBsZQ==' }, 400, 'HANDSHAKE'],
  ['a key twice', { More: FIELDS.Key }, 400, 'HANDSHAKE'],
  ['subprotocols', { More: 'Sec-WebSocket-Protocol: a, v1' }, 101],
  [
    'subprotocols on two lines',
    { More: 'Sec-WebSocket-Protocol: a\r\nSec-WebSocket-Protocol: v1' },
    101,
  ],
  ['unknown subprotocols', { More: 'Sec-WebSocket-Protocol: a' }, 101],
  ['empty subprotocols', { More: 'Sec-WebSocket-Protocol:' }, 400, 'HANDSHAKE'],
  ['an empty subprotocol', { More: 'Sec-WebSocket-Protocol: a,' }, 400, 'HANDSHAKE'],
  ['a repeated subprotocol', { More: 'Sec-WebSocket-Protocol: a, a' }, 400, 'HANDSHAKE'],
  ['a quoted subprotocol', { More: 'Sec-WebSocket-Protocol: "a"' }, 400, 'HANDSHAKE'],
  ['an extension', { More: 'Sec-WebSocket-Extensions: permessage-deflate' }, 101],
  ['a malformed extension', { More: 'Sec-WebSocket-Extensions: ,;=' }, 101],
  ['a foreign origin', { More: 'Origin: https://evil.example' }, 403, 'ORIGIN'],
];

describe('a handshake', () => {
  let server: Served;
  let opens: number;
  beforeAll(async () => {
    const onOpen = () => opens++;
    server = await servedSocket({ protocols: ['v1'], onOpen });
  });
  afterAll(closeServers);

  it.each(VARIANTS)(
    'with %s is opened, or refused by the application',
    async (_, lines, ...how) => {
      const [status, code] = how;
      opens = 0;
      const before = server.ends.length;
      const end = status === 101 ? '\r\n\r\n' : null;
      const more = lines.More === undefined ? {} : { More: lines.More };
      const last = status === 101 ? {} : { Accept: 'Accept: application/json' };
      const request = sent({ ...lines, ...more, ...last });
      // Without an upgrade the connection is kept.
      const response = await rawUntil(server.port, request, code === undefined ? end : '"code":');
      expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      if (code !== undefined) expect(response).toContain(`"code":"WEBSOCKET_${code}"`);
      expect(opens).toBe(status === 101 ? 1 : 0);
      // Connections of the previous tests can end now.
      const statuses = server.ends
        .slice(before)
        .flatMap((end) => (end.status === 101 ? [] : end.status));
      expect(statuses).toEqual(status === 101 ? [] : [status]);
      expect(server.errors).toEqual([]);
    },
  );

  it.each(['POST', 'HEAD', 'PUT'])('by %s does not open', async (method) => {
    opens = 0;
    const request = sent({ Connection: 'Connection: Upgrade, close' }, `${method} / HTTP/1.1`);
    expect(await rawUntil(server.port, request)).not.toContain(' 101 ');
    expect(opens).toBe(0);
  });

  it.each([
    [
      'key',
      { Key: 'Sec-WebSocket-Key: x' },
      'Sec-WebSocket-Key is invalid; expected 16 bytes in Base64.',
    ],
    [
      'list of subprotocols',
      { More: 'Sec-WebSocket-Protocol: a,' },
      'Sec-WebSocket-Protocol is invalid; expected a list of distinct subprotocols',
    ],
  ])('with a malformed %s is refused with a text that says so', async (_, lines, text) => {
    expect(await rawUntil(server.port, sent(lines))).toContain(text);
  });
});
