import { describe, expect, it } from '@jest/globals';
import * as ws from './index.js';
import * as node from './node/index.js';
import { type WebSocketCode, WebSocketError } from './index.js';

it('exports these names', () => {
  expect(Object.keys(ws).sort()).toEqual([
    'WebSocketError',
    'chosenProtocol',
    'handshakeRefusal',
    'offeredProtocols',
  ]);
  expect(Object.keys(node).sort()).toEqual(['rooms', 'webSocket']);
});

describe.each([{ type: WebSocketError, name: 'WebSocketError', isReadable: true }])(
  'the error class $name',
  ({ type, name, isReadable }) => {
    it('is recognized by its name, whichever copy of the package created the error', () => {
      const other: unknown = { [Symbol.for(`@mortise/ws/${name}`)]: true };
      expect([other instanceof type, {} instanceof type]).toEqual([true, false]);
      expect(type.prototype.name).toBe(name);
    });

    it('says whether clients can read its text', () => {
      expect(Reflect.get(type.prototype, Symbol.for('@mortise/http-error'))).toBe(isReadable);
    });
  },
);

it.each<[WebSocketCode, number, object]>([
  ['WEBSOCKET_REQUIRED', 426, { Upgrade: 'websocket' }],
  ['WEBSOCKET_VERSION', 426, { Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' }],
  ['WEBSOCKET_HANDSHAKE', 400, {}],
  ['WEBSOCKET_ORIGIN', 403, {}],
])('%s has the status %d and its headers', (code, status, headers) => {
  expect(WebSocketError.refused(code)).toMatchObject({ code, status, headers });
});
