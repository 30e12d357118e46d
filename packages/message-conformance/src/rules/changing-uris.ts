import type { HttpFactoriesInterface, MessageErrorCode, UriInterface } from '@mortise/http-message';
import type { Rules } from '../conformance-case.js';
import { expectEachRefused, expectEqual, expectThrow } from '../expect.js';

const FULL = 'http://u:p@h.test:81/a?b#c';
const CONTROLS = ['\0', 'a\nb', 'a\r', '\ta', 'a\x1fb', 'a\x7fb'];
const BAD_HOSTS = [
  ...['a b', ' ', 'a/b', 'a?b', 'a#b', 'a@b', 'a\\b', 'h:80', '::1', '2001:db8::1', '[::1', '::1]'],
  ...['[]', '[::g]', '[1::2::3]', '[::1]x', '[1:2:3:4:5:6:7:8:9]', '[1:2:3:4::5:6:7:8]'],
  ...CONTROLS,
];
const BAD_BASE_PATHS = ['app', 'app/', './app', ...CONTROLS.map((control) => `/${control}`)];

/** Rules for the `with*` methods of a URI. */
export const changingUris: Rules<HttpFactoriesInterface> = {
  'each with* of a URI changes one part and leaves the original untouched'(factories) {
    const changes: Record<string, (uri: UriInterface) => UriInterface> = {
      'ftp://u:p@h.test:81/a?b#c': (uri) => uri.withScheme('ftp'),
      'http://v@h.test:81/a?b#c': (uri) => uri.withUserInfo('v'),
      'http://u:p@x.test:81/a?b#c': (uri) => uri.withHost('x.test'),
      'http://u:p@h.test:82/a?b#c': (uri) => uri.withPort(82),
      'http://u:p@h.test:81/x?b#c': (uri) => uri.withPath('/x'),
      'http://u:p@h.test:81/app/a?b#c': (uri) => uri.withBasePath('/app'),
      'http://u:p@h.test:81/a?x#c': (uri) => uri.withQuery('x'),
      'http://u:p@h.test:81/a?b#x': (uri) => uri.withFragment('x'),
    };
    for (const [text, change] of Object.entries(changes)) {
      const original = factories.createUri(FULL);
      expectEqual(String(change(original)), text, 'the changed URI');
      expectEqual(String(original), FULL, 'the original');
    }
  },

  'an empty part is removed'(factories) {
    const uri = factories.createUri(FULL);
    expectEqual(String(uri.withScheme('')), '//u:p@h.test:81/a?b#c', 'without a scheme');
    expectEqual(String(uri.withUserInfo('')), 'http://h.test:81/a?b#c', 'without user info');
    expectEqual(uri.withUserInfo('', 'p').getUserInfo(), '', 'user info without a user');
    expectEqual(String(uri.withHost('')), 'http:/a?b#c', 'without a host');
    expectEqual(String(uri.withPort(null)), 'http://u:p@h.test/a?b#c', 'without a port');
    expectEqual(String(uri.withPath('')), 'http://u:p@h.test:81?b#c', 'without a path');
    expectEqual(String(uri.withQuery('')), 'http://u:p@h.test:81/a#c', 'without a query');
    expectEqual(String(uri.withFragment('')), 'http://u:p@h.test:81/a?b', 'without a fragment');
  },

  'withScheme accepts any case and returns lower case'(factories) {
    expectEqual(factories.createUri(FULL).withScheme('HTTPS').getScheme(), 'https', 'the scheme');
  },

  'withScheme refuses a value that is not a scheme'(factories) {
    const schemes = ['1x', 'http:', 'ht tp', '+a', 'h\u00e9', 'http\n', 'a/b', ...CONTROLS];
    expectEachRefused('URI_SCHEME_INVALID', schemes, (scheme) =>
      factories.createUri(FULL).withScheme(scheme),
    );
    expectThrow('URI_SCHEME_INVALID', () => factories.createUri(FULL).withScheme(34 as never), 34);
  },

  'withUserInfo encodes characters that are not allowed in a user or password, once'(factories) {
    const uri = factories.createUri('http://h.test/');
    expectEqual(uri.withUserInfo('u', 'p').getUserInfo(), 'u:p', 'plain user info');
    const user = uri.withUserInfo('a/b?c#d@e:f').getUserInfo();
    expectEqual(user, 'a%2Fb%3Fc%23d%40e%3Af', 'a user of delimiters');
    const escaped = uri.withUserInfo('u%40', '%zz \u00e9').getUserInfo();
    expectEqual(escaped, 'u%40:%25zz%20%C3%A9', 'user info with escapes');
    expectEqual(uri.withUserInfo('u', 'p@q/').getUserInfo(), 'u:p%40q%2F', 'a password');
  },

  'an empty password is a password, null means none'(factories) {
    const uri = factories.createUri('http://h.test/');
    expectEqual(uri.withUserInfo('u', '').getUserInfo(), 'u:', 'with an empty password');
    expectEqual(String(uri.withUserInfo('u', '')), 'http://u:@h.test/', 'the URI');
    expectEqual(uri.withUserInfo('u', null).getUserInfo(), 'u', 'without a password');
    expectEqual(factories.createUri('http://u:@h.test/').getUserInfo(), 'u:', 'as it was read');
  },

  'withUserInfo refuses a control character'(factories) {
    for (const control of CONTROLS) {
      const uri = factories.createUri(FULL);
      expectThrow('URI_INVALID', () => uri.withUserInfo(control), undefined, control);
      expectThrow('URI_INVALID', () => uri.withUserInfo('u', control), undefined, control);
    }
  },

  'an error about a URI shows neither user info nor a query or fragment'(factories) {
    const attempts: [MessageErrorCode, () => unknown][] = [
      ['URI_INVALID', () => factories.createUri(FULL).withUserInfo('s3cret\n')],
      ['URI_INVALID', () => factories.createUri(FULL).withUserInfo('u', 's3cret\n')],
      ['URI_INVALID', () => factories.createUri('http://u:s3cret\n@h.test/')],
      ['URI_HOST_INVALID', () => factories.createUri('http://u:s3cret@/')],
      ['URI_PORT_INVALID', () => factories.createUri('http://u:s3cret/x@h.test/')],
      ['URI_INVALID', () => factories.createUri('http://h.test/?token=s3cret\n')],
      ['URI_INVALID', () => factories.createUri('http://h.test/#token=s3cret\n')],
    ];
    for (const [code, attempt] of attempts) {
      const error = expectThrow(code, attempt);
      for (const shown of [error.message, String(error.value)]) {
        expectEqual(shown.includes('s3cret'), false, `whether ${code} shows the secret`);
      }
    }
  },

  'withHost accepts names and addresses and returns lower case'(factories) {
    const hosts = ['x.test', 'h_t.test', '127.0.0.1', '[::1]', '[2001:db8::a]', '[::ffff:1.2.3.4]'];
    for (const host of hosts) {
      const uri = factories.createUri(FULL).withHost(host.toUpperCase());
      expectEqual(uri.getHost(), host, 'the host');
    }
    const uri = factories.createUri(FULL).withHost('b\u00fccher.test');
    expectEqual(uri.getHost(), 'xn--bcher-kva.test', 'a host outside ASCII');
  },

  'withHost refuses delimiters, spaces, control characters and malformed addresses'(factories) {
    expectEachRefused('URI_HOST_INVALID', BAD_HOSTS, (host) =>
      factories.createUri(FULL).withHost(host),
    );
    expectThrow('URI_HOST_INVALID', () => factories.createUri(FULL).withHost(null as never), null);
  },

  "withPort drops the scheme's default and accepts 0 to 65535"(factories) {
    const uri = factories.createUri('http://h.test/');
    for (const port of [0, 1, 443, 8080, 65535]) {
      expectEqual(uri.withPort(port).getPort(), port, 'the port');
    }
    expectEqual(uri.withPort(80).getPort(), null, 'port 80 of http');
    expectEqual(String(uri.withPort(80)), 'http://h.test/', 'the text with port 80');
    const secure = factories.createUri('https://h.test:8443/').withPort(443);
    expectEqual(secure.getPort(), null, 'port 443 of https');
  },

  "withScheme drops a port that becomes the scheme's default"(factories) {
    const uri = factories.createUri('http://h.test:443/').withScheme('https');
    expectEqual(uri.getPort(), null, 'port 443 of https');
    expectEqual(String(uri), 'https://h.test/', 'the text');
  },

  'withPort refuses a value that is not a port'(factories) {
    expectEachRefused('URI_PORT_INVALID', [-1, 65536, 80.5, NaN, Infinity], (port) =>
      factories.createUri(FULL).withPort(port),
    );
    expectThrow('URI_PORT_INVALID', () => factories.createUri(FULL).withPort('80' as never), '80');
  },

  'withPath encodes characters that are not allowed in a path, once'(factories) {
    const path = factories.createUri(FULL).withPath('/a b/%20/\u00e9/%zz/?#[]').getPath();
    expectEqual(path, '/a%20b/%20/%C3%A9/%25zz/%3F%23%5B%5D', 'the path');
    const again = factories.createUri(FULL).withPath(path).getPath();
    expectEqual(again, path, 'the path that was encoded before');
  },

  'withPath keeps slashes, dots and rootless paths'(factories) {
    for (const path of ['///x', '/a/../b', 'rel', './a', '/']) {
      expectEqual(factories.createUri(FULL).withPath(path).getPath(), path, 'the path');
    }
  },

  'withPath refuses a control character'(factories) {
    expectEachRefused('URI_PATH_INVALID', CONTROLS, (path) =>
      factories.createUri(FULL).withPath(path),
    );
    expectThrow('URI_PATH_INVALID', () => factories.createUri(FULL).withPath(5 as never), 5);
  },

  'withBasePath removes slashes at the end and encodes'(factories) {
    const paths = new Map([
      ['/app', '/app'],
      ['/app/', '/app'],
      ['/a/b//', '/a/b'],
      ['/', ''],
      ['///', ''],
      ['', ''],
      ['/a b/%2f', '/a%20b/%2f'],
    ]);
    for (const [given, basePath] of paths) {
      const uri = factories.createUri(FULL).withBasePath(given);
      expectEqual(uri.getBasePath(), basePath, `the base path of '${given}'`);
    }
  },

  'withBasePath refuses a rootless path and a control character'(factories) {
    expectEachRefused('URI_PATH_INVALID', BAD_BASE_PATHS, (basePath) =>
      factories.createUri(FULL).withBasePath(basePath),
    );
  },

  'withQuery and withFragment encode characters that are not allowed in them, once'(factories) {
    const uri = factories.createUri(FULL);
    const query = uri.withQuery('a b=\u00e9&c[]=%20&d=%zz&e#f?g/h').getQuery();
    expectEqual(query, 'a%20b=%C3%A9&c%5B%5D=%20&d=%25zz&e%23f?g/h', 'the query');
    expectEqual(uri.withQuery(query).getQuery(), query, 'the query that was encoded before');
    const fragment = uri.withFragment('a b%20\u00e9%zz#?/').getFragment();
    expectEqual(fragment, 'a%20b%20%C3%A9%25zz%23?/', 'the fragment');
    expectEqual(uri.withFragment(fragment).getFragment(), fragment, 'the fragment once more');
  },

  'withQuery and withFragment encode control characters, line breaks included'(factories) {
    const uri = factories.createUri(FULL);
    const encoded = '%00a%0D%0Ab%09%1F%7F';
    expectEqual(uri.withQuery('\0a\r\nb\t\x1f\x7f').getQuery(), encoded, 'the query');
    expectEqual(uri.withFragment('\0a\r\nb\t\x1f\x7f').getFragment(), encoded, 'the fragment');
  },

  'withQuery and withFragment refuse anything but a string'(factories) {
    const uri = factories.createUri(FULL);
    expectThrow('URI_INVALID', () => uri.withQuery(null as never), null);
    expectThrow('URI_INVALID', () => uri.withFragment(5 as never), 5);
  },
};
