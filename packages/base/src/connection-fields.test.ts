import { expect, it } from '@jest/globals';
import { connectionFields, headerVariable, isHopByHop } from './connection-fields.js';

const HOP_BY_HOP = [
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'expect', 'http2-settings', 'proxy', 'proxy-authorization', 'proxy-foo'],
  ...['proxy-authenticate', 'proxy-authentication-info', 'proxy-status-x'],
];

it.each(HOP_BY_HOP)(
  '%s is for the next recipient, in any case, with any character for "-"',
  (name) => {
    const names = [name, name.toUpperCase(), name.replaceAll('-', '_'), name.replaceAll('-', '.')];
    expect(names.map(isHopByHop)).toEqual([true, true, true, true]);
  },
);

it.each(['proxy-status', 'Proxy_Status', 'proxyfoo', 'x-proxy', 'tea', 'keepxalive', 'x-te', ''])(
  '"%s" is for all recipients',
  (name) => {
    expect(isHopByHop(name)).toBe(false);
  },
);

it('names are compared as CGI-like targets read them, those in Connection too', () => {
  expect(['X-A', 'x_a', 'X.A', 'x!A'].map(headerVariable)).toEqual(['x-a', 'x-a', 'x-a', 'x-a']);
  const named = connectionFields('close, X_Dash ,,x.Other');
  expect(['close', 'x-dash', 'x-other', 'te'].map((name) => named.has(name))).toEqual([
    ...[true, true, true, true],
  ]);
});
