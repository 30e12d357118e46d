import { expect, it } from '@jest/globals';
import { type WebSocketCode, WebSocketError } from './index.js';

it.each<[WebSocketCode, number, object]>([
  ['WEBSOCKET_REQUIRED', 426, { Upgrade: 'websocket' }],
  ['WEBSOCKET_VERSION', 426, { Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' }],
  ['WEBSOCKET_HANDSHAKE', 400, {}],
  ['WEBSOCKET_ORIGIN', 403, {}],
])('%s has the status %d and its headers', (code, status, headers) => {
  expect(WebSocketError.refused(code)).toMatchObject({ code, status, headers });
});
