import { describe, expect, it } from '@jest/globals';
import { Socket } from 'node:net';
import { UpgradableMessage } from './upgradable-message.js';

interface Asked {
  readonly method?: string;
  readonly httpVersion?: string;
  readonly rawHeaders?: string[];
  readonly asked?: boolean;
}

const WEB_SOCKET = ['Host', 'a', 'uPgrade', 'websocket'];

function upgrades(given: Asked = {}): boolean {
  const { method = 'GET', httpVersion = '1.1', rawHeaders = WEB_SOCKET, asked = true } = given;
  const message = new UpgradableMessage(new Socket());
  Object.assign(message, { method, httpVersion, rawHeaders });
  message.upgrade = asked;
  return message.upgrade;
}

const upgrade = (value: string) => ({ rawHeaders: ['Upgrade', value] });

describe('a request is an upgrade', () => {
  it.each<[string, Asked, boolean]>([
    ['a client asks for WebSocket', {}, true],
    ['in any case', upgrade('WebSocket'), true],
    ['it is first in a list', upgrade('websocket, h2c'), true],
    ['it is last in a list', upgrade('h2c,\twebsocket'), true],
    ['it is a tunnel', { method: 'CONNECT', rawHeaders: [] }, true],
    ['it is a tunnel over HTTP/1.0', { method: 'CONNECT', httpVersion: '1.0' }, true],
    ['Node did not notice', { asked: false }, false],
    ['it is a tunnel that Node did not notice', { method: 'CONNECT', asked: false }, false],
    ['it has another method', { method: 'POST' }, false],
    ['it is of HTTP/1.0', { httpVersion: '1.0' }, false],
    ['it asks for another protocol', upgrade('h2c'), false],
    ['the protocol only ends like it', upgrade('xwebsocket'), false],
    ['the protocol only begins like it', upgrade('websocketx'), false],
    ['it has no such header', { rawHeaders: ['X', 'websocket'] }, false],
    ['the name is a value', { rawHeaders: ['X', 'Upgrade', 'websocket', 'y'] }, false],
  ])('if %s: %j', (_, given, is) => {
    expect(upgrades(given)).toBe(is);
  });
});
