import type { HttpFactoriesInterface } from '@mortise/http-message';
import type { Rules } from '../conformance-case.js';
import { expectEqual, expectThat } from '../expect.js';

/** Rules for a URI as text, and for its base path. */
export const printingUris: Rules<HttpFactoriesInterface> = {
  'a path that begins with // never becomes a host'(factories) {
    const uri = factories.createUri('').withPath('//evil.test/a');
    expectEqual(String(uri), '/evil.test/a', 'the text without a host');
    expectEqual(factories.createUri(String(uri)).getHost(), '', 'the host that reads back');
    const withScheme = factories.createUri('').withScheme('http').withPath('//evil.test');
    expectEqual(String(withScheme), 'http:/evil.test', 'the text with a scheme');
    const unhosted = factories.createUri('http://h.test//evil.test').withHost('');
    expectEqual(factories.createUri(String(unhosted)).getHost(), '', 'the host without its own');
  },

  'a base path that begins with // never becomes a host'(factories) {
    const uri = factories.createUri('/a').withBasePath('//evil.test');
    expectEqual(factories.createUri(String(uri)).getHost(), '', 'the host of the text');
    expectEqual(factories.createUri(uri.getBaseUrl()).getHost(), '', 'the host of the base URL');
  },

  'a path that begins with // is kept after a host'(factories) {
    const uri = factories.createUri('http://h.test//a');
    expectEqual(uri.getPath(), '//a', 'the path');
    expectEqual(String(uri), 'http://h.test//a', 'the text');
  },

  'a rootless path gets a leading slash after a host'(factories) {
    const uri = factories.createUri('http://h.test').withPath('rel');
    expectEqual(uri.getPath(), 'rel', 'the path');
    expectEqual(String(uri), 'http://h.test/rel', 'the text');
  },

  'a first segment with a colon never becomes a scheme'(factories) {
    const uri = factories.createUri('').withPath('a:b/c');
    expectEqual(String(uri), './a:b/c', 'the text');
    const withScheme = factories.createUri('').withScheme('x').withPath('a:b');
    expectEqual(String(withScheme), 'x:a:b', 'the text with a scheme');
    expectEqual(String(factories.createUri('').withPath('a/b:c')), 'a/b:c', 'a later colon');
  },

  'parsing the text of a URI returns an equal URI'(factories) {
    const texts = ['', '/', 'a', '?q', '#f', '//h.test', 'http://h.test'];
    const more = ['HTTP://U:P@H.Test:80/\u00e9 %?%zz#\u20ac', 'x:?#', '/a//b/../c?', '//u@[::1]:1'];
    for (const text of [...texts, ...more]) {
      const once = String(factories.createUri(text));
      expectEqual(String(factories.createUri(once)), once, `'${text}' printed twice`);
    }
  },

  'toString, String() and a template return the same text'(factories) {
    const uri = factories.createUri('http://h.test/a');
    expectEqual(uri.toString(), 'http://h.test/a', 'toString()');
    expectEqual(String(uri), 'http://h.test/a', 'String()');
  },

  'the base path precedes the path and is not a part of it'(factories) {
    const uri = factories.createUri('http://h.test/a?q').withBasePath('/app');
    expectEqual(uri.getPath(), '/a', 'the path');
    expectEqual(uri.getBasePath(), '/app', 'the base path');
    expectEqual(String(uri), 'http://h.test/app/a?q', 'the text');
    expectEqual(String(uri.withPath('')), 'http://h.test/app?q', 'the text without a path');
    expectEqual(String(uri.withPath('a')), 'http://h.test/app/a?q', 'the text of a rootless path');
  },

  'there is no base path by default'(factories) {
    expectEqual(factories.createUri('http://h.test/a').getBasePath(), '', 'the base path');
  },

  'getBaseUrl combines scheme, authority and base path'(factories) {
    const uri = factories.createUri('http://u@h.test:81/a?b#c');
    expectEqual(uri.getBaseUrl(), 'http://u@h.test:81', 'the base URL at the top');
    const mounted = uri.withBasePath('/app/').getBaseUrl();
    expectEqual(mounted, 'http://u@h.test:81/app', 'the base URL under a base path');
    expectEqual(factories.createUri('/a').getBaseUrl(), '', 'the base URL of a path');
    const relative = factories.createUri('/a').withBasePath('/app').getBaseUrl();
    expectEqual(relative, '/app', 'the base URL without a host');
    expectEqual(factories.createUri('//h.test/a').getBaseUrl(), '//h.test', 'without a scheme');
  },

  'with* keep the base path'(factories) {
    const uri = factories.createUri('http://h.test/a').withBasePath('/app');
    for (const copy of [uri.withPath('/b'), uri.withQuery('q'), uri.withHost('x.test')]) {
      expectThat(copy.getBasePath() === '/app', 'a with* loses the base path');
    }
  },
};
