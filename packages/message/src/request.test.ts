import { describe, expect, it } from '@jest/globals';
import { factories } from './index.js';

const request = (uri: string) => factories.createRequest('GET', uri);

describe('createRequest', () => {
  it('starts with the Host of its URI', () => {
    expect(request('http://h.test:81/').getRawHeaders()).toEqual(['Host', 'h.test:81']);
    expect(request('http://h.test:80/').getRawHeaders()).toEqual(['Host', 'h.test']);
    expect(request('/').getRawHeaders()).toEqual([]);
  });

  it.each(['', 'G T', 'GET\n', 'GÉT', null])('refuses the method %j', (method) => {
    expect(() => factories.createRequest(method as string, '/')).toThrow(
      expect.objectContaining({ code: 'METHOD_INVALID' }),
    );
  });

  it('accepts a URI of any implementation unchanged', () => {
    const uri = factories.createUri('http://h.test/a');
    expect(factories.createRequest('GET', uri).getUri()).toBe(uri);
  });
});

describe('a request', () => {
  it.each([
    ['', '/'],
    ['?q', '/?q'],
    ['rootless', '/rootless'],
    ['http://h.test//x', '//x'],
  ])('for %j has the target %s', (uri, target) => {
    expect(request(uri).getRequestTarget()).toBe(target);
  });

  it('has the base path in its target', () => {
    const uri = factories.createUri('http://h.test/a?b').withBasePath('/app');
    expect(factories.createRequest('GET', uri).getRequestTarget()).toBe('/app/a?b');
  });

  it('keeps an explicit target when its URI changes', () => {
    const given = request('/').withRequestTarget('*').withUri(factories.createUri('/new'));
    expect(given.getRequestTarget()).toBe('*');
    expect(request('/').withUri(factories.createUri('/new')).getRequestTarget()).toBe('/new');
  });

  it.each(['', 'a b', 'a\n', '\u00a0', 'a\x85', null])('refuses the target %j', (target) => {
    expect(() => request('/').withRequestTarget(target as string)).toThrow(
      expect.objectContaining({ code: 'TARGET_INVALID' }),
    );
  });

  it('keeps its Host with preserveHost, unless it has none', () => {
    const uri = factories.createUri('http://new.test/');
    expect(request('http://old.test').withUri(uri, true).getHeaderLine('Host')).toBe('old.test');
    expect(request('http://old.test').withUri(uri).getHeaderLine('Host')).toBe('new.test');
    expect(request('/').withUri(uri, true).getHeaderLine('Host')).toBe('new.test');
    expect(request('/').withHeader('Host', '').withUri(uri, true).getHeaderLine('Host')).toBe(
      'new.test',
    );
  });

  it('keeps Host if the URI has no host', () => {
    const moved = request('http://old.test').withUri(factories.createUri('/x'));
    expect(moved.getHeaderLine('Host')).toBe('old.test');
  });

  it('has no Host for a URI with a port and without a host', () => {
    const uri = factories.createUri('/x').withPort(81);
    expect(factories.createRequest('GET', uri).hasHeader('Host')).toBe(false);
    expect(request('http://old.test').withUri(uri).getHeaderLine('Host')).toBe('old.test');
    expect(request('http://old.test').withUri(uri, true).getHeaderLine('Host')).toBe('old.test');
  });
});
