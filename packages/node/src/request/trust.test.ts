import { describe, expect, it } from '@jest/globals';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { defaultLimits } from '../server-limits.js';
import { RequestHead } from './request-head.js';
import { clientOf, type TrustOptions } from './trust.js';

const trustProxy = ['10.0.0.0/8', '::1'];

describe('the client of a request', () => {
  it.each([
    ['no proxy is trusted', {}],
    ['another proxy is trusted', { trustProxy: ['192.0.2.1'] }],
  ])('is the peer if %s, whatever the headers say', (_, options) => {
    expect(client(options, '10.0.0.1', everything)).toMatchObject({
      address: '10.0.0.1',
      port: 4711,
      scheme: 'http',
      host: 'direct.test',
    });
  });

  it('is the address that a trusted proxy sends', () => {
    expect(client({ trustProxy }, '10.0.0.1', everything)).toEqual({
      address: '203.0.113.7',
      port: null,
      scheme: 'https',
      host: 'example.com',
      hostReported: true,
    });
  });

  it('is the nearest one that is not trusted, and none beyond it', () => {
    const fields = {
      'X-Forwarded-For': '6.6.6.6, 203.0.113.7, 10.0.0.2',
      'X-Forwarded-Host': 'evil.test, example.com, inner.test',
      'X-Forwarded-Proto': 'http, https, http',
    };
    expect(client({ trustProxy }, '10.0.0.1', fields)).toMatchObject({
      address: '203.0.113.7',
      host: 'example.com',
      scheme: 'https',
    });
  });

  it('keeps the host and scheme of the nearest proxy if proxies farther away send none', () => {
    const fields = {
      'X-Forwarded-For': '203.0.113.7, 10.0.0.2',
      'X-Forwarded-Host': 'example.com',
      'X-Forwarded-Proto': 'https',
    };
    expect(client({ trustProxy }, '10.0.0.1', fields)).toMatchObject({
      address: '203.0.113.7',
      host: 'example.com',
      scheme: 'https',
    });
  });

  it('is read from Forwarded only if configured', () => {
    const fields = {
      Forwarded: 'for=203.0.113.8;host=forwarded.test;proto=https',
      'X-Forwarded-For': '203.0.113.7',
    };
    expect(client({ trustProxy }, '::1', fields).address).toBe('203.0.113.7');
    expect(client({ trustProxy, forwardedBy: 'forwarded' }, '::1', fields)).toMatchObject({
      address: '203.0.113.8',
      host: 'forwarded.test',
      scheme: 'https',
    });
  });

  it.each(['nonsense', '203.0.113.7, nonsense', ',', 'unknown'])(
    'is unknown, never the proxy, for X-Forwarded-For: %s',
    (value) => {
      const fields = { 'X-Forwarded-For': value };
      expect(client({ trustProxy }, '10.0.0.1', fields).address).toBe(null);
    },
  );

  it.each(['for=203.0.113.7;proto', 'for="', ';;=,'])(
    'is unknown, and the rest is that of the peer, for the malformed header Forwarded: %s',
    (value) => {
      const options = { trustProxy, forwardedBy: 'forwarded' } as const;
      const fields = { Forwarded: value, 'X-Forwarded-Proto': 'https' };
      expect(client(options, '10.0.0.1', fields)).toEqual({
        address: null,
        port: null,
        scheme: 'http',
        host: 'direct.test',
        hostReported: false,
      });
    },
  );

  it.each(['::ffff:10.0.0.1', '::FFFF:10.0.0.1'])(
    'is trusted as IPv4 if it arrives through an IPv6 socket: %s',
    (peer) => {
      expect(client({ trustProxy }, peer, everything).address).toBe('203.0.113.7');
    },
  );

  it('is the farthest one if all are trusted', () => {
    const fields = { 'X-Forwarded-For': '10.0.0.4, ::1, 10.0.0.2' };
    expect(client({ trustProxy }, '10.0.0.1', fields).address).toBe('10.0.0.4');
  });

  it.each([
    ['10.0.0.0/31', '10.0.0.1', true],
    ['10.0.0.0/31', '10.0.0.2', false],
    ['10.0.0.0/0', '203.0.113.9', true],
    ['10.0.0.1', '10.0.0.1', true],
    ['10.0.0.1', '10.0.0.0', false],
    ['10.0.0.0/32', '10.0.0.0', true],
    ['fd00::/8', 'fdff::1', true],
    ['fd00::/8', 'fe00::1', false],
    ['fd00::1', 'fd00::1', true],
    ['fd00::1', 'fd00::2', false],
    ['fd00::/128', 'fd00::', true],
  ])('%s contains %s: %s', (network, peer, isTrusted) => {
    const { address } = client({ trustProxy: [network] }, peer, everything);
    expect(address).toBe(isTrusted ? '203.0.113.7' : peer);
  });

  it('accepts only the schemes http and https', () => {
    const fields = { 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Proto': 'javascript' };
    expect(client({ trustProxy }, '10.0.0.1', fields).scheme).toBe('http');
    expect(client({ trustProxy }, '10.0.0.1', fields, { encrypted: true }).scheme).toBe('https');
  });

  it.each([
    ['http', 'http'],
    ['https', 'https'],
  ])('has the scheme %s of its proxy, though that speaks TLS', (proto, scheme) => {
    const fields = { 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Proto': proto };
    expect(client({ trustProxy }, '10.0.0.1', fields, { encrypted: true }).scheme).toBe(scheme);
  });

  it('has the scheme, host and port of the connection without a header', () => {
    expect(client({}, '10.0.0.1', {}, { encrypted: true })).toMatchObject({
      address: '10.0.0.1',
      port: 4711,
      scheme: 'https',
      host: 'direct.test',
    });
  });

  it('is unknown without a peer, whatever is trusted', () => {
    const trusting = { trustProxy: ['0.0.0.0/0', '::/0'] };
    expect(client(trusting, undefined, everything)).toMatchObject({
      address: null,
      scheme: 'http',
      host: 'direct.test',
    });
  });

  it('has the scheme of an absolute target if the peer is trusted, unless the proxy reports one', () => {
    const tls = { encrypted: true };
    const schemeOf = (...[peer, fields, secure, target]: [string, object, object, string]) =>
      client({ trustProxy }, peer, { ...fields }, secure, target).scheme;
    expect(schemeOf('10.0.0.1', {}, {}, 'https://a/')).toBe('https');
    expect(schemeOf('10.0.0.1', {}, {}, 'HTTPS://a')).toBe('https');
    expect(schemeOf('10.0.0.1', {}, tls, 'http://a/')).toBe('http');
    expect(schemeOf('10.0.0.1', { 'X-Forwarded-For': '203.0.113.7' }, {}, 'https://a/')).toBe(
      'https',
    );
    const reported = { 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Proto': 'http' };
    expect(schemeOf('10.0.0.1', reported, {}, 'https://a/')).toBe('http');
    expect(schemeOf('192.0.2.1', {}, tls, 'http://a/')).toBe('https');
    expect(schemeOf('10.0.0.1', {}, tls, '/http://a/')).toBe('https');
    expect(schemeOf('10.0.0.1', {}, tls, '*')).toBe('https');
  });

  it.each([
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    'localhost',
    '',
    '10.0.0.0/-1',
    '10.0.0.0/1.5',
  ])('cannot be configured with %j', (entry) => {
    expect(() => clientOf({ trustProxy: [entry] })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID' }),
    );
  });

  it.each([[true], ['10.0.0.1'], [{}]])(
    'is never decided by %j, which is not a list',
    (trustProxy) => {
      expect(() => clientOf({ trustProxy: trustProxy as never })).toThrow(
        expect.objectContaining({
          code: 'OPTION_INVALID',
          message: expect.stringContaining('expected a list of addresses') as unknown,
        }),
      );
    },
  );
});

const everything = {
  'X-Forwarded-For': '203.0.113.7',
  'X-Forwarded-Host': 'example.com',
  'X-Forwarded-Proto': 'https',
  Forwarded: 'for=203.0.113.8;host=forwarded.test;proto=https',
};

function client(
  options: TrustOptions,
  peer: string | undefined,
  fields: Record<string, string>,
  secure: object = {},
  target = '/',
) {
  const socket = Object.assign(new Socket(), secure);
  Object.defineProperties(socket, {
    remoteAddress: { value: peer },
    remotePort: { value: 4711 },
  });
  const message = new IncomingMessage(socket);
  message.rawHeaders = ['Host', 'direct.test', ...Object.entries(fields).flat()];
  for (const [name, value] of Object.entries(fields)) message.headers[name.toLowerCase()] = value;
  const head = new RequestHead(message.rawHeaders, '/', true, defaultLimits);
  return clientOf(options)(message, head, target);
}
