import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isBodiless } from '@mortise/base/message';
import { factories } from '@mortise/message';
import { numRuns } from '../../../../tooling/properties/num-runs.js';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestSourceOf } from '../index.js';
import { defaultLimits } from '../limits.js';
import { exactTimeouts } from '../timeouts.js';
import { FetchRequestSource } from './request-source.js';

describe('requestSourceOf', () => {
  it.each([
    ['http://a', '/'],
    ['http://a?b', '/?b'],
    ['http://a/#b', '/'],
    ['http://a/b?c=/d?e#f?g', '/b?c=/d?e'],
    ['http://a:81//b', '//b'],
    ['http://[::1]:81/b', '/b'],
    ['http://a/%2f%61', '/%2f%61'],
  ])('returns for %s the target %s', (url, target) => {
    expect(requestSourceOf(new Request(url)).target).toBe(target);
  });

  it('returns the same target as URL, for any URL', () => {
    const scheme = fc.constantFrom('http', 'https');
    const authority = fc.webAuthority({ withPort: true, withIPv4: true, withIPv6: true });
    const rest = fc.string({ unit: fc.constantFrom(...Array.from("aZ09-._~!$&'()*+,;=:@/%?#é")) });
    const place = fc.tuple(scheme, authority, fc.constantFrom('', '/', '?', '#'), rest);
    fc.assert(
      fc.property(place, ([name, host, separator, after]) => {
        const text = `${name}://${host}${separator}${separator && after}`;
        const url = new URL(text);
        const source = requestSourceOf(new Request(text));
        expect([source.target, source.host, source.scheme]).toEqual([
          url.href.slice(url.origin.length).replace(/#.*/, ''),
          url.host,
          url.protocol.slice(0, -1),
        ]);
      }),
      { numRuns: numRuns(100) },
    );
  });

  it('tells origins apart that begin alike, whichever came before', () => {
    const described = (url: string): string => {
      const { scheme, host, target } = requestSourceOf(new Request(url));
      return `${scheme} ${host} ${target}`;
    };
    const urls = ['http://a/b', 'http://ab/c', 'http://a:81/d#e', 'http://a/f?g#h', 'https://a/i'];
    expect(urls.map(described)).toEqual([
      'http a /b',
      'http ab /c',
      'http a:81 /d',
      'http a /f?g',
      'https a /i',
    ]);
  });

  it('uses the host of the URL, not that of the Host field', () => {
    const request = new Request('http://a.test/', { headers: { Host: 'b.test' } });
    expect(requestSourceOf(request).host).toBe('a.test');
  });

  it('returns header fields as pairs', () => {
    const request = new Request('http://a/', { headers: { B: '1', 'A-c': '2' } });
    expect(requestSourceOf(request).rawHeaders).toEqual(['a-c', '2', 'b', '1']);
  });

  it('never joins Set-Cookie', () => {
    const headers = new Headers([
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
    ]);
    expect(requestSourceOf(new Request('http://a/', { headers })).rawHeaders).toEqual([
      'set-cookie',
      'a=1',
      'set-cookie',
      'b=2',
    ]);
  });

  it('has no client without clientOf', () => {
    const { remoteAddress, remotePort, localAddress, localPort } = requestSourceOf(
      new Request('http://a/'),
    );
    expect([remoteAddress, remotePort, localAddress, localPort]).toEqual([null, null, null, null]);
  });

  it('asks clientOf and prefixOf once each, with the arguments of the platform', () => {
    const calls: unknown[] = [];
    const request = new Request('https://a.test/b');
    const settings = {
      limits: defaultLimits,
      timeouts: exactTimeouts,
      basePath: '',
      clientOf: (...given: unknown[]) => {
        calls.push(given);
        return { scheme: 'http', host: 'c.test', address: '192.0.2.1', port: 0 } as const;
      },
      prefixOf: (...given: unknown[]) => {
        calls.push(given);
        return '/p';
      },
    };
    const source = new FetchRequestSource(request, settings, [1, 2]);
    expect([source.scheme, source.host, source.remoteAddress, source.remotePort]).toEqual([
      'http',
      'c.test',
      '192.0.2.1',
      0,
    ]);
    expect([source.target, source.basePath, source.target]).toEqual(['/p/b', '/p', '/p/b']);
    expect(calls).toEqual([
      [request, 1, 2],
      [request, 1, 2],
    ]);
  });

  it.each<[string, unknown]>([
    ['"192.0.2.1"', '192.0.2.1'],
    ['null', null],
    ['undefined', undefined],
    ['an array', ['192.0.2.1']],
    ['an object', { address: 7 }],
    ['an object', { port: '443' }],
  ])('refuses %s from clientOf: %j', (shown, client) => {
    const source = requestSourceOf(new Request('http://a/'), { clientOf: () => client as never });
    expect(() => source.remoteAddress).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        message: `invalid toFetchHandler.clientOf: received ${shown}; expected a function that returns an object: { address }, or {} if the client is unknown`,
      }),
    );
  });

  it.each([{}, { address: null, port: null }, { address: '192.0.2.1', family: 'IPv4' }])(
    'accepts %j from clientOf',
    (client) => {
      const source = requestSourceOf(new Request('http://a/'), { clientOf: () => client });
      expect(source.remoteAddress).toBe(client.address ?? null);
    },
  );

  it.each([
    ['http://a/', 'http'],
    ['https://a/', 'https'],
    ['ftp://a/', 'http'],
  ])('has for %s the scheme %s', (url, scheme) => {
    expect(requestSourceOf(new Request(url)).scheme).toBe(scheme);
  });

  it.each(['GET', 'POST', 'DELETE'])('has no body if a request of %s has none', (method) => {
    expect(requestSourceOf(new Request('http://a/', { method })).body).toBeNull();
  });

  it('has version 1.1 of the protocol, which the platform does not tell', () => {
    expect(requestSourceOf(new Request('http://a/')).protocolVersion).toBe('1.1');
  });

  it.each([
    ['GET', true],
    ['HEAD', true],
    ['POST', false],
    ['DELETE', false],
  ])('says before headers are read whether %s can have a body', (method, bodiless) => {
    const request = factories.createServerRequestFromSource(
      requestSourceOf(new Request('http://a/', { method })),
    );
    const replaced = request.withBody(factories.createStream('a'));
    expect([isBodiless(request), isBodiless(replaced)]).toEqual([bodiless, false]);
  });

  it('refuses limits that are not integers of at least 0', () => {
    expect(() =>
      requestSourceOf(new Request('http://a/'), { limits: { headerCount: -1 } }),
    ).toThrow('limits.headerCount');
  });

  it.each(implementations)('reads only method and target of a request of %s', (_, made) => {
    const read: PropertyKey[] = [];
    const request = new Proxy(new Request('http://a/', { method: 'POST', body: 'x' }), {
      get(target, key) {
        read.push(key);
        return Reflect.get(target, key) as unknown;
      },
    });
    made.createServerRequestFromSource(requestSourceOf(request)).withAttribute('a', 1);
    expect(read.filter((key) => key !== 'method' && key !== 'url')).toEqual([]);
  });
});
