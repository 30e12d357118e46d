import { describe, expect, it } from '@jest/globals';
import { BODILESS, isBodiless } from '@mortise/base/message';
import type { RequestSource } from '@mortise/http-message';
import { countingSource, sourceOf } from '../test/source.js';
import { factories } from './index.js';

const marked = (mark: unknown): RequestSource => Object.assign(sourceOf(), { [BODILESS]: mark });
const received = (source: RequestSource) => factories.createServerRequestFromSource(source);

describe('a request certainly has no body', () => {
  it.each([
    ['if its source says so', marked(true), true],
    ['not if its source says that it can have one', marked(false), false],
    ['not if its source says something else', marked(1), false],
    ['not if its source does not know', sourceOf(), false],
  ])('%s', (_, source, bodiless) => {
    expect(isBodiless(received(source))).toBe(bodiless);
  });

  it('until a body is set, whatever else is changed', () => {
    const request = received(marked(true)).withMethod('POST').withHeader('Content-Length', '1');
    expect(isBodiless(request.withAttribute('a', 1))).toBe(true);
    expect(isBodiless(request.withBody(factories.createStream('')))).toBe(false);
  });

  it('not if it was made by hand', () => {
    expect(isBodiless(factories.createServerRequest('GET', '/'))).toBe(false);
  });
});

describe('a request from a source', () => {
  it('has the host that its own source has, after any other request', () => {
    const hostOf = (host: string) => received(sourceOf({ host })).getUri().getAuthority();
    expect(['a.test', 'b.test:81', 'b.test:81', '', 'a.test'].map(hostOf)).toEqual([
      ...['a.test', 'b.test:81', 'b.test:81', '', 'a.test'],
    ]);
    expect(() => hostOf('a b')).toThrow(
      expect.objectContaining({ code: 'URI_HOST_INVALID', value: 'a b', status: 400 }),
    );
    expect(() => hostOf('a b')).toThrow(expect.objectContaining({ code: 'URI_HOST_INVALID' }));
    expect(hostOf('a.test')).toBe('a.test');
  });

  it('has a host whose escapes are decoded, so that its URI can be parsed again', () => {
    const uris = [
      received(sourceOf({ host: '%41.%C3%A9:81' })),
      received(sourceOf({ target: 'http://%41.%C3%A9:81/' })),
    ].map((request) => request.getUri());
    for (const uri of uris) {
      expect(uri.getAuthority()).toBe('a.xn--9ca:81');
      expect(factories.createUri(String(uri))).toEqual(uri);
    }
  });

  it.each(['a%2fb', 'a%00b', '%C3', 'a%20'])('refuses the host %s with status 400', (host) => {
    expect(() => received(sourceOf({ host })).getUri()).toThrow(
      expect.objectContaining({ code: 'URI_HOST_INVALID', value: host, status: 400 }),
    );
    const target = `http://${host}/`;
    expect(() => received(sourceOf({ target })).getUri()).toThrow(
      expect.objectContaining({ code: 'TARGET_INVALID', value: target, status: 400 }),
    );
  });

  it('names the target that it refuses, with status 400', () => {
    const request = received(sourceOf({ method: 'POST', target: '*' }));
    for (const read of [() => request.getUri(), () => request.getQueryParams()]) {
      expect(read).toThrow(
        expect.objectContaining({ code: 'TARGET_INVALID', value: '*', status: 400 }),
      );
    }
  });

  it.each([
    ['http://ada:s3cret@a/', '"http://\u2026@a/"'],
    ['/a?key=s3cret#b', '"/a?\u2026"'],
    ['/a#s3cret', '"/a#\u2026"'],
  ])('logs no secret of the target %s, which it refuses', (target, logged) => {
    expect(() => received(sourceOf({ target })).getUri()).toThrow(
      `The request target ${logged} is invalid;`,
    );
  });

  it.each([
    ['/a?b=1', { b: '1' }],
    ['/a?', {}],
    ['/a', {}],
    ['http://x.test/a?b=2', { b: '2' }],
    ['/a?b=?c', { b: '?c' }],
  ])('has the query of the target %s', (target, query) => {
    expect({ ...received(sourceOf({ target })).getQueryParams() }).toEqual(query);
  });

  it('has the address of the server in its server parameters if it has no host', () => {
    const { SERVER_NAME, SERVER_PORT } = received(sourceOf({ host: '' })).getServerParams();
    expect([SERVER_NAME, SERVER_PORT]).toEqual(['192.0.2.2', '80']);
  });

  it('has no server parameters about unknown addresses', () => {
    const addresses = {
      remoteAddress: null,
      remotePort: null,
      localAddress: null,
      localPort: null,
    };
    const params = received(sourceOf({ host: '', ...addresses })).getServerParams();
    const names = Object.keys(received(sourceOf({ host: '' })).getServerParams());
    expect(names.filter((name) => !(name in params))).toEqual([
      ...['SERVER_NAME', 'SERVER_PORT', 'REMOTE_ADDR', 'REMOTE_PORT'],
    ]);
  });

  it('reads neither the scheme nor the base path for its query', () => {
    const { source, reads } = countingSource(sourceOf({ target: '/a?b' }));
    received(source).getQueryParams();
    expect(reads).toEqual({ method: 1, target: 1, protocolVersion: 1 });
  });
});
