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

describe('the error class WebSocketError', () => {
  it('is recognized by its name, whichever copy of the package created the error', () => {
    const other: unknown = { [Symbol.for('@mortise/ws/WebSocketError')]: true };
    expect([other instanceof WebSocketError, {} instanceof WebSocketError]).toEqual([true, false]);
    expect(WebSocketError.prototype.name).toBe('WebSocketError');
  });

  it('says that clients can read its text', () => {
    expect(Reflect.get(WebSocketError.prototype, Symbol.for('@mortise/http-error'))).toBe(true);
  });
});

it.each<[WebSocketCode, number, object]>([
  ['WEBSOCKET_REQUIRED', 426, { Upgrade: 'websocket' }],
  ['WEBSOCKET_VERSION', 426, { Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' }],
  ['WEBSOCKET_HANDSHAKE', 400, {}],
  ['WEBSOCKET_ORIGIN', 403, {}],
])('%s has the status %d and its headers', (code, status, headers) => {
  expect(WebSocketError.refused(code)).toMatchObject({ code, status, headers });
});
