import type { HttpFactoriesInterface, RequestSource } from '@mortise/http-message';
import type { Rules } from '../conformance-case.js';
import { ContractViolation } from '../contract-violation.js';
import { expectEqual, expectNullPrototype, expectSame, expectThat } from '../expect.js';
import { sampleSource } from '../sample-source.js';

/** Rules for what a request takes from its source. */
export const creator: Rules<HttpFactoriesInterface> = {
  'a request from a source has its method, version and target'(factories) {
    const request = from(factories, {
      method: 'pAtch',
      protocolVersion: '1.0',
      target: '/a%2fb//c?d=%41',
    });
    expectEqual(request.getMethod(), 'pAtch', 'the method');
    expectEqual(request.getProtocolVersion(), '1.0', 'the version');
    expectEqual(request.getRequestTarget(), '/a%2fb//c?d=%41', 'the target');
  },

  'the headers are as received: case, order and repetition'(factories) {
    const rawHeaders = ['HOST', 'h.test', 'x-b', '1', 'X-A', '2', 'X-B', '3', 'x-a', ''];
    const request = from(factories, { rawHeaders, host: 'h.test' });
    expectEqual(request.getRawHeaders(), rawHeaders, 'getRawHeaders()');
    expectEqual(request.getHeader('X-B'), ['1', '3'], 'getHeader()');
    expectEqual(request.getHeaderLine('x-a'), '2, ', 'getHeaderLine()');
    const headers = { HOST: ['h.test'], 'x-b': ['1', '3'], 'X-A': ['2', ''] };
    expectEqual(request.getHeaders(), headers, 'getHeaders()');
    expectEqual(Object.keys(request.getHeaders()), Object.keys(headers), 'the order of names');
  },

  'whitespace that is not space or tab is part of a received value, even at its ends'(factories) {
    const rawHeaders = ['X', '\u00a0a\u00a0', 'X', '\u0085'];
    const request = from(factories, { rawHeaders });
    expectEqual(request.getHeader('X'), ['\u00a0a\u00a0', '\u0085'], 'getHeader()');
    expectEqual(request.getRawHeaders(), rawHeaders, 'getRawHeaders()');
  },

  'withHeader replaces all repetitions, at the position of the first'(factories) {
    const rawHeaders = ['A', '1', 'B', '2', 'a', '3', 'C', '4'];
    const request = from(factories, { rawHeaders });
    const replaced = request.withHeader('a', '5').getRawHeaders();
    expectEqual(replaced, ['a', '5', 'B', '2', 'C', '4'], 'after withHeader');
    const removed = request.withoutHeader('a').getRawHeaders();
    expectEqual(removed, ['B', '2', 'C', '4'], 'after withoutHeader');
    const added = request.withAddedHeader('a', '5');
    expectEqual(added.getHeader('A'), ['1', '3', '5'], 'after withAddedHeader');
    expectEqual(request.getRawHeaders(), rawHeaders, 'the original');
  },

  'the URI combines scheme, host and target'(factories) {
    const facts = new Map<Partial<RequestSource>, string>([
      [{ host: 'h.test', target: '/a?b' }, 'http://h.test/a?b'],
      [{ host: 'h.test:81', target: '/' }, 'http://h.test:81/'],
      [{ host: 'H.Test:443', target: '/a', scheme: 'https' }, 'https://h.test/a'],
      [{ host: '[::1]:80', target: '/' }, 'http://[::1]/'],
      [{ host: 'h.test', target: '//x.test/a' }, 'http://h.test//x.test/a'],
      [{ host: 'h.test', target: '/a%20b' }, 'http://h.test/a%20b'],
      [{ host: 'h.test', target: '*', method: 'OPTIONS' }, 'http://h.test'],
      [{ host: 'h.test', target: 'http://x.test:81/a?b' }, 'http://x.test:81/a?b'],
      [{ host: 'h.test', target: 'x.test:81', method: 'CONNECT' }, 'http://x.test:81'],
    ]);
    for (const [members, uri] of facts) {
      expectEqual(String(from(factories, members).getUri()), uri, `the URI of ${members.target}`);
    }
  },

  'a broken escape or a backslash in the path of the target stays as received'(factories) {
    for (const path of ['/a/%zz', '/%', '/%4', '/50%/b', '/a\\b', '/\\\\x.test']) {
      const request = from(factories, { target: `${path}?q=%zz\\` });
      expectEqual(request.getRequestTarget(), `${path}?q=%zz\\`, 'the target');
      expectEqual(request.getUri().getPath(), path, 'the path');
      const copy = request.getUri().withScheme('https').withQuery('');
      expectEqual(copy.getPath(), path, 'the path of a copy of the URI');
      expectEqual(request.getQueryParams(), { q: '%zz\\' }, 'the query parameters');
    }
    const encoded = from(factories, { target: '/%2f"<\u00e9>/%E9' }).getUri().getPath();
    expectEqual(encoded, '/%2f%22%3C%C3%A9%3E/%E9', 'other characters of the path');
  },

  'the base path of the source is that of the URI, and the path is the remainder'(factories) {
    const below: readonly (readonly [target: string, basePath: string, path: string])[] = [
      ['/app/a', '/app', '/a'],
      ['/app', '/app', ''],
      ['/app/', '/app', '/'],
      ['/app//a', '/app', '//a'],
      ['/app/app', '/app', '/app'],
      ['/app/%zz\\', '/app', '/%zz\\'],
      ['/a%2fb/c%2Fd', '/a%2Fb', '/c%2Fd'],
      ['http://h.test/a/b/c', '/a/b', '/c'],
    ];
    for (const [target, basePath, path] of below) {
      const request = from(factories, { target: `${target}?q=1`, host: 'h.test', basePath });
      const uri = request.getUri();
      expectEqual(uri.getBasePath(), basePath, `the base path of ${target}`);
      expectEqual(uri.getPath(), path, `the path of ${target}`);
      expectEqual(uri.getBaseUrl(), `http://h.test${basePath}`, `the base URL of ${target}`);
      expectEqual(String(uri), `http://h.test${basePath}${path}?q=1`, `the URI of ${target}`);
      expectEqual(request.getRequestTarget(), `${target}?q=1`, 'the target');
      expectEqual(request.getQueryParams(), { q: '1' }, 'the query parameters');
    }
  },

  'a base path that the target encodes differently is removed, too'(factories) {
    const request = from(factories, { target: '/%61pp/%62', basePath: '/app' });
    expectEqual(request.getUri().getBasePath(), '/app', 'the base path');
    expectEqual(request.getUri().getPath(), '/%62', 'the path');
    expectEqual(request.getRequestTarget(), '/%61pp/%62', 'the target');
    expectEqual(request.getServerParams()['REQUEST_URI'], '/%61pp/%62', 'REQUEST_URI');
  },

  'a request has no base path if its source has no base path, or no path'(factories) {
    const none: readonly Partial<RequestSource>[] = [
      { target: '/app/a' },
      { target: '/app/a', basePath: '' },
      { target: '*', method: 'OPTIONS', basePath: '/app' },
      { target: 'h.test:81', method: 'CONNECT', basePath: '/app' },
    ];
    for (const members of none) {
      expectEqual(from(factories, members).getUri().getBasePath(), '', 'the base path');
    }
  },

  'a request has the base path of a URI that replaces its own'(factories) {
    const request = from(factories, { target: '/app/a', host: 'h.test', basePath: '/app' });
    const moved = request.withUri(request.getUri().withPath('/b'));
    expectEqual(moved.getRequestTarget(), '/app/b', 'the target');
    const other = request.withUri(factories.createUri('http://h.test/c'));
    expectEqual(other.getUri().getBasePath(), '', 'the base path');
    expectEqual(other.getRequestTarget(), '/c', 'the target');
  },

  'a request without a host has a URI without one'(factories) {
    const uri = from(factories, { host: '', target: '//a?b' }).getUri();
    expectEqual(uri.getHost(), '', 'the host');
    expectEqual(uri.getPath(), '//a', 'the path');
    expectEqual(uri.getQuery(), 'b', 'the query');
  },

  'an authority in the target takes precedence over the host, unless a trusted proxy reported that'(
    factories,
  ) {
    const source = { target: 'http://o.test:81/a?b', host: 'h.test' };
    const uriOf = (more: object): string =>
      String(from(factories, { ...source, ...more }).getUri());
    expectEqual(uriOf({}), 'http://o.test:81/a?b', 'the URI');
    expectEqual(
      uriOf({ hostReported: false }),
      'http://o.test:81/a?b',
      'the URI for a host that was not reported',
    );
    expectEqual(uriOf({ hostReported: true }), 'http://h.test/a?b', 'the URI for a reported host');
    const origin = uriOf({ target: '/a', hostReported: true });
    expectEqual(origin, 'http://h.test/a', 'the URI for a target without authority');
  },

  'a malformed target throws with status 400 when its URI is read'(factories) {
    for (const target of ['', 'a', 'a b', '/a b', '/a\nb', '/\0', '*', 'ftp:/x', 'http://a b/']) {
      const request = from(factories, { target });
      expectEqual(request.getMethod(), 'GET', 'the method');
      expectStatus400(() => request.getUri(), `the target ${JSON.stringify(target)}`);
      expectStatus400(() => request.getUri(), 'the target that is read again');
      expectStatus400(() => request.withAttribute('a', 1).getUri(), 'the target of a copy');
    }
  },

  'a malformed host throws with status 400 when the URI is read'(factories) {
    for (const host of ['a b', 'h.test:99999', 'h.test:x', '[::1', 'a/b', 'u@h.test', 'a,b c']) {
      const request = from(factories, { host, rawHeaders: ['Host', host] });
      expectEqual(request.getHeaderLine('Host'), host, 'the header');
      expectStatus400(() => request.getUri(), `the host ${JSON.stringify(host)}`);
    }
  },

  'withUri replaces a malformed URI'(factories) {
    const request = from(factories, { target: 'a b', host: 'a b' });
    const uri = factories.createUri('http://h.test/?q=1');
    expectEqual(String(request.withUri(uri).getUri()), 'http://h.test/?q=1', 'the URI');
    expectEqual(request.withUri(uri).getRequestTarget(), '/?q=1', 'the target');
    expectEqual(request.withUri(uri).getQueryParams(), { q: '1' }, 'the query');
  },

  'the cookies are those of every Cookie header, decoded'(factories) {
    const rawHeaders = ['Cookie', 'a=1; b=%20x', 'X', 'y', 'cookie', 'c=d=e'];
    const cookies = from(factories, { rawHeaders }).getCookieParams();
    expectEqual(cookies, { a: '1', b: ' x', c: 'd=e' }, 'getCookieParams()');
    expectNullPrototype(cookies, 'getCookieParams()');
  },

  'the raw bytes of a cookie are read as UTF-8 if they are valid UTF-8'(factories) {
    // An adapter passes each byte of a header as a character: U+00C3 U+00A9 are the UTF-8 bytes of U+00E9.
    const rawHeaders = ['Cookie', 'a=\xc3\xa9; b=\xe9; \xe2\x82\xac=c'];
    const cookies = from(factories, { rawHeaders }).getCookieParams();
    expectEqual(cookies, { a: '\u00e9', b: '\xe9', '\u20ac': 'c' }, 'getCookieParams()');
  },

  'a cookie __proto__ is dropped'(factories) {
    const rawHeaders = ['Cookie', '__proto__=1; constructor=2'];
    const cookies = from(factories, { rawHeaders }).getCookieParams();
    expectEqual(cookies, { constructor: '2' }, 'getCookieParams()');
  },

  'withHeader does not change the received cookies'(factories) {
    const request = from(factories, { rawHeaders: ['Cookie', 'a=1'] });
    const changed = request.withHeader('Cookie', 'b=2');
    expectEqual(changed.getCookieParams(), { a: '1' }, 'getCookieParams()');
  },

  'each escape of target and cookies is decoded once'(factories) {
    const request = from(factories, {
      target: '/a%2541%25?b=%2541%25&c%255B%255D=d',
      rawHeaders: ['Cookie', 'a=%2541%25'],
    });
    expectEqual(request.getRequestTarget(), '/a%2541%25?b=%2541%25&c%255B%255D=d', 'the target');
    expectEqual(request.getUri().getPath(), '/a%2541%25', 'the path');
    expectEqual(request.getQueryParams(), { b: '%41%', 'c%5B%5D': 'd' }, 'getQueryParams()');
    expectEqual(request.getCookieParams(), { a: '%41%' }, 'getCookieParams()');
  },

  'cookies and server parameters are computed once for all copies'(factories) {
    const request = from(factories, { rawHeaders: ['Cookie', 'a=1'] });
    const [cookies, params] = [request.getCookieParams(), request.getServerParams()];
    for (const copy of [request, request.withMethod('PUT').withHeader('Cookie', 'b=2')]) {
      expectSame(copy.getCookieParams(), cookies, 'the cookies of a copy');
      expectSame(copy.getServerParams(), params, 'the server parameters of a copy');
    }
  },

  'the server parameters have the names of CGI'(factories) {
    const params = from(factories, {
      method: 'PUT',
      target: '/a?b=c',
      host: 'h.test:81',
      remoteAddress: '192.0.2.7',
      remotePort: 50007,
      rawHeaders: ['Authorization', 'Basic eA==', 'X-Two', '1', 'x-two', '2'],
    }).getServerParams();
    const expected = {
      REQUEST_METHOD: 'PUT',
      QUERY_STRING: 'b=c',
      SERVER_NAME: 'h.test',
      SERVER_PORT: '81',
      SERVER_PROTOCOL: 'HTTP/1.1',
      REMOTE_ADDR: '192.0.2.7',
      REMOTE_PORT: '50007',
      HTTP_AUTHORIZATION: 'Basic eA==',
      HTTP_X_TWO: '1, 2',
    };
    for (const [name, value] of Object.entries(expected)) {
      expectEqual(params[name], value, `the server parameter ${name}`);
    }
    expectEqual(params['http_x_two'], undefined, 'a server parameter in lower case');
    expectNullPrototype(params, 'getServerParams()');
  },

  'a client without an address has neither REMOTE_ADDR nor REMOTE_PORT'(factories) {
    const params = from(factories, { remoteAddress: null, remotePort: null }).getServerParams();
    for (const name of ['REMOTE_ADDR', 'REMOTE_PORT']) {
      expectEqual(params[name], undefined, `the server parameter ${name}`);
    }
  },
};

function from(factories: HttpFactoriesInterface, members: Partial<RequestSource>) {
  return factories.createServerRequestFromSource(sampleSource(members));
}

function expectStatus400(act: () => unknown, what: string): void {
  try {
    act();
  } catch (error) {
    const { status, code } = error as { status?: unknown; code?: unknown };
    expectEqual(status, 400, `the status for ${what}`);
    expectThat(typeof code === 'string' && code !== '', `the error for ${what} has no code`);
    return;
  }
  throw new ContractViolation(`${what} is not refused`);
}
