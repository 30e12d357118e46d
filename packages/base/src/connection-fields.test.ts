import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { withSentHeaders } from './adapter/sent-headers.js';
import {
  connectionFields,
  headerVariable,
  hopByHopFields,
  isHopByHop,
  sentFields,
} from './connection-fields.js';

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

it('a header is for one connection by its name, or because Connection lists it', () => {
  const isOfConnection = hopByHopFields('close, X_Dash');
  const names = ['X-Dash', 'x.dash', 'Proxy-Foo', 'upgrade', 'X-Other', 'Proxy-Status'];
  expect(names.map(isOfConnection)).toEqual([true, true, true, true, false, false]);
});

const rows: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['those that frame the message', ['TE', '1', 'content-length', '2', 'X-A', '3'], ['X-A', '3']],
  ['those that Connection lists', ['X-A', '1', 'Connection', 'x.a', 'X-B', '2'], ['X-B', '2']],
  ['those of two lists', ['Connection', 'X-A', 'Connection', 'X-B', 'X-A', '1', 'x-b', '2'], []],
  ['not Upgrade', ['Connection', 'upgrade', 'Upgrade', 'a'], ['Upgrade', 'a']],
  ['nothing for close', ['Connection', 'Close', 'Close', 'a'], ['Close', 'a']],
  ['not those that another such header lists', ['TE', 'X-A', 'X-A', '1'], ['X-A', '1']],
  [
    'not one with such a value',
    ['X-A', 'Connection', 'Connection', 'close'],
    ['X-A', 'Connection'],
  ],
];
it.each(rows)('an adapter omits %s, over a connection and in memory', (_, raw, sent) => {
  expect(sentFields(raw)).toEqual(sent);
  let response = factories.createResponse();
  for (let at = 0; at < raw.length; at += 2)
    response = response.withAddedHeader(raw[at] as string, raw[at + 1] as string);
  const lengthOf = withSentHeaders(response, 7).getRawHeaders();
  expect(lengthOf).toEqual([...sent, 'Content-Length', '7']);
});
