import type { HttpFactoriesInterface, UriInterface } from '@mortise/http-message';
import type { Rules } from '../conformance-case.js';
import { expectEqual, expectThat, expectThrow } from '../expect.js';

/** Scheme, user info, host, port, path, query, fragment. */
type Parts = readonly [string, string, string, number | null, string, string, string];

const READ = new Map<string, Parts>([
  ['', ['', '', '', null, '', '', '']],
  ['?', ['', '', '', null, '', '', '']],
  ['a', ['', '', '', null, 'a', '', '']],
  ['0?0#0', ['', '', '', null, '0', '0', '0']],
  ['/a/b?c=d?e#f?g', ['', '', '', null, '/a/b', 'c=d?e', 'f?g']],
  ['/a:b', ['', '', '', null, '/a:b', '', '']],
  ['//h.test/p', ['', '', 'h.test', null, '/p', '', '']],
  ['http:/x', ['http', '', '', null, '/x', '', '']],
  ['http://h.test', ['http', '', 'h.test', null, '', '', '']],
  ['http://h.test?a#b', ['http', '', 'h.test', null, '', 'a', 'b']],
  ['http://u@h.test/', ['http', 'u', 'h.test', null, '/', '', '']],
  ['http://u:p@h.test:81/', ['http', 'u:p', 'h.test', 81, '/', '', '']],
  ['http://:p@h.test', ['http', ':p', 'h.test', null, '', '', '']],
  ['http://127.0.0.1:8000/a', ['http', '', '127.0.0.1', 8000, '/a', '', '']],
  ['http://[::1]:81/', ['http', '', '[::1]', 81, '/', '', '']],
  ['http://[2001:db8::1]', ['http', '', '[2001:db8::1]', null, '', '', '']],
  ['http://h.test:0/', ['http', '', 'h.test', 0, '/', '', '']],
  ['http://h.test:65535/', ['http', '', 'h.test', 65535, '/', '', '']],
  ['mailto:joe@x.test', ['mailto', '', '', null, 'joe@x.test', '', '']],
  ['a+b-c.d:e', ['a+b-c.d', '', '', null, 'e', '', '']],
]);
const BAD_URIS = new Map([
  ['1a:b', 'URI_SCHEME_INVALID'],
  ['http://', 'URI_HOST_INVALID'],
  ['http:///x', 'URI_HOST_INVALID'],
  ['http://a b/', 'URI_HOST_INVALID'],
  ['http://a\\b/', 'URI_HOST_INVALID'],
  ['http://[::1/', 'URI_HOST_INVALID'],
  ['http://[1::2::3]/', 'URI_HOST_INVALID'],
  ['http://h.test:65536/', 'URI_PORT_INVALID'],
  ['http://h.test:abc/', 'URI_PORT_INVALID'],
  ['http://h.test:-1/', 'URI_PORT_INVALID'],
  ['http://h.test/a\nb', 'URI_PATH_INVALID'],
  ['http://h.test/\0', 'URI_PATH_INVALID'],
  ['http://h.test/?a\rb', 'URI_INVALID'],
  ['http://h.test/#a\x7fb', 'URI_INVALID'],
] as const);

/** Rules for how `createUri` parses and normalizes. */
export const readingUris: Rules<HttpFactoriesInterface> = {
  'createUri without a text returns the empty reference'(factories) {
    expectEqual(String(factories.createUri()), '', 'the URI');
  },

  'createUri parses the parts of a URI'(factories) {
    for (const [text, parts] of READ) {
      expectEqual(partsOf(factories.createUri(text)), parts, `the parts of '${text}'`);
    }
  },

  'scheme and host are in lower case, path, query and fragment as received'(factories) {
    const uri = factories.createUri('hTTps://User@H.TEST/P?Q#F');
    const parts = ['https', 'User', 'h.test', null, '/P', 'Q', 'F'];
    expectEqual(partsOf(uri), parts, 'the parts');
  },

  "a port that is the scheme's default is omitted"(factories) {
    expectEqual(factories.createUri('http://h.test:80/').getPort(), null, 'port 80 of http');
    expectEqual(factories.createUri('https://h.test:443/').getPort(), null, 'port 443 of https');
    expectEqual(factories.createUri('http://h.test:443/').getPort(), 443, 'port 443 of http');
    const uri = factories.createUri('http://u@h.test:80/');
    expectEqual(uri.getAuthority(), 'u@h.test', 'the authority');
    expectEqual(String(uri), 'http://u@h.test/', 'the text');
  },

  'an empty port is treated as absent'(factories) {
    expectEqual(factories.createUri('http://h.test:/').getPort(), null, 'the port');
  },

  'getAuthority combines user info, host and port'(factories) {
    const authority = factories.createUri('http://u:p@h.test:81/').getAuthority();
    expectEqual(authority, 'u:p@h.test:81', 'the authority');
    const name = factories.createUri('http://h.test/').getAuthority();
    expectEqual(name, 'h.test', 'the authority without user info and port');
  },

  'getAuthority is empty without a host'(factories) {
    const uri = factories.createUri('/a').withPort(81).withUserInfo('u', 'p');
    expectEqual(uri.getAuthority(), '', 'the authority');
    expectEqual(String(uri), '/a', 'the text');
  },

  'characters that are not allowed in a part are percent-encoded as UTF-8'(factories) {
    const encoded = new Map([
      ['/a b', '/a%20b'],
      ['/\u00e9\u20ac', '/%C3%A9%E2%82%AC'],
      ['/"<>\\^`{|}[]', '/%22%3C%3E%5C%5E%60%7B%7C%7D%5B%5D'],
      ['/?a b\u00e9[]', '/?a%20b%C3%A9%5B%5D'],
      ['/#a b\u00e9#', '/#a%20b%C3%A9%23'],
    ]);
    for (const [text, uri] of encoded) {
      expectEqual(String(factories.createUri(text)), uri, `'${text}' as a URI`);
    }
  },

  'characters that are allowed in a part are not encoded'(factories) {
    const text = "http://u!$&'()*+,;=-._~@h.test/-._~!$&'()*+,;=:@/?-._~!$&'()*+,;=:@/?#a-._~!?/:@";
    expectEqual(String(factories.createUri(text)), text, 'the text');
  },

  'nothing is encoded twice'(factories) {
    for (const text of ['/%41%20%2f%2F%C3%a9?%41%2f#%41%2f', 'http://u%20x:p%40@h.test/%2525']) {
      const once = String(factories.createUri(text));
      expectEqual(once, text, 'the text of what was encoded');
      expectEqual(String(factories.createUri(once)), once, 'the text that was read again');
    }
  },

  'a percent sign that is not part of an escape is encoded'(factories) {
    const uri = factories.createUri('http://h.test/%/%zz/%4?%&50%#%g0');
    expectEqual(String(uri), 'http://h.test/%25/%25zz/%254?%25&50%25#%25g0', 'the text');
  },

  'dot segments and double slashes are kept'(factories) {
    for (const path of ['/a/../b', '/a/./b', '/a//b', '//a///b', '/..', '/.']) {
      const uri = factories.createUri(`http://h.test${path}`);
      expectEqual(uri.getPath(), path, 'the path');
      expectEqual(String(uri), `http://h.test${path}`, 'the text');
    }
  },

  'a non-ASCII host is converted to its ASCII form'(factories) {
    const host = factories.createUri('http://b\u00fccher.test/').getHost();
    expectEqual(host, 'xn--bcher-kva.test', 'the host');
  },

  'createUri refuses a value that is not a URI, and names the part'(factories) {
    for (const [text, code] of BAD_URIS) {
      expectThrow(code, () => factories.createUri(text), undefined, text);
    }
    for (const value of [null, 5, {}]) {
      expectThrow('URI_INVALID', () => factories.createUri(value as never), value);
    }
  },

  'an error of createUri names the text or the part that it refuses'(factories) {
    const { value } = expectThrow('URI_PORT_INVALID', () =>
      factories.createUri('http://h.test:65536/'),
    );
    expectThat(value !== undefined, 'the error does not say what it refuses');
  },

  'createUri refuses a control character anywhere'(factories) {
    for (const control of ['\0', '\n', '\r', '\t', '\x1f', '\x7f']) {
      for (const text of [
        'ht@tp://h.test',
        'http://u@u@h.test',
        'http://h@h.test/',
        '/@',
        '/?@',
        '#@',
      ]) {
        refuseUri(factories, text.replace('@', control));
      }
    }
  },
};

/**
 * Expects `createUri` to throw with any `URI_` code, because the control character can be attributed to different
 * parts.
 */
function refuseUri(factories: HttpFactoriesInterface, text: string): void {
  let code: unknown;
  try {
    factories.createUri(text);
  } catch (error) {
    code = error instanceof Error && 'code' in error ? error.code : error;
  }
  const refused = typeof code === 'string' && code.startsWith('URI_');
  expectThat(refused, `${JSON.stringify(text)} is not refused`);
}

function partsOf(uri: UriInterface): Parts {
  return [
    uri.getScheme(),
    uri.getUserInfo(),
    uri.getHost(),
    uri.getPort(),
    uri.getPath(),
    uri.getQuery(),
    uri.getFragment(),
  ];
}
