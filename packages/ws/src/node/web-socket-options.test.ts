import { describe, expect, it } from '@jest/globals';
import { OptionError } from '@mortise/base/options';
import { factories } from '@mortise/message';
import { HANDSHAKE } from '../../test/clients.js';
import { webSocket, type WebSocketInterface, type WebSocketOptions } from './index.js';
import { webSocketRules } from './web-socket-options.js';

const request = Object.entries(HANDSHAKE).reduce(
  (made, [name, value]) => made.withHeader(name, value),
  factories.createServerRequest('GET', 'https://h.test/'),
);
const response = factories.createResponse();

describe('the options of webSocket', () => {
  it.each<[string, object]>([
    ['onmessage', { onmessage: () => undefined }],
    ['onOpen', { onOpen: 'log' }],
    ['onMessage', { onMessage: null }],
    ['onClose', { onClose: {} }],
    ['origins', { origins: 'all' }],
    ['origins', { origins: new Set() }],
    ['origins[0]', { origins: ['https://app.example/'] }],
    ['origins[1]', { origins: ['https://app.example', 'app.example'] }],
    ['origins[0]', { origins: ['https://*.example'] }],
    ['origins[0]', { origins: ['https://App.example'] }],
    ['origins[0]', { origins: [7] }],
    ['origins[0]', { origins: ['null'] }],
    ['protocols', { protocols: 'chat' }],
    ['protocols[0]', { protocols: ['a b'] }],
    ['protocols[1]', { protocols: ['a', ''] }],
    ['protocols[0]', { protocols: [1] }],
    ['maxPayload', { maxPayload: 0 }],
    ['maxPayload', { maxPayload: 1.5 }],
    ['maxBuffered', { maxBuffered: 0 }],
    ['heartbeat', { heartbeat: -1 }],
    ['heartbeat', { heartbeat: 2 ** 31 }],
  ])('refuse %s of %j', (option, options: WebSocketOptions) => {
    const call = () => webSocket(request, response, options);
    expect(call).toThrow(OptionError);
    expect(call).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `webSocket.${option}` }),
    );
  });

  it.each([null, 'chat'])('refuse %j in their place', (options) => {
    const call = () => webSocket(request, response, options as never);
    expect(call).toThrow(expect.objectContaining({ option: 'webSocket' }));
  });

  it.each<WebSocketOptions>([
    {},
    { maxPayload: 1, maxBuffered: 1, heartbeat: 0 },
    { heartbeat: 2 ** 31 - 1 },
    { origins: '*' },
    { origins: [] },
    { origins: ['https://app.example', 'http://localhost:3000', 'capacitor://localhost'] },
    { protocols: [] },
  ])('accept %j', (options) => {
    expect(() => webSocket(request, response, options)).not.toThrow();
  });

  it('default to the same origin, no subprotocol, 1 MiB, and a ping every 30 s', () => {
    expect(webSocketRules({})).toMatchObject({
      origins: 'same',
      protocols: [],
      maxPayload: 1_048_576,
      maxBuffered: 1_048_576,
      heartbeat: 30_000,
    });
  });
});

it('accepts callbacks with any result', () => {
  const members = new Set<WebSocketInterface>();
  const options: WebSocketOptions = {
    onOpen: (socket) => members.add(socket),
    onMessage: async (socket) => Promise.resolve(socket.isOpen),
    onClose: (socket) => members.delete(socket),
  };
  expect(() => webSocket(request, response, options)).not.toThrow();
});
