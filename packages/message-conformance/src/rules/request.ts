import type { Rules } from '../conformance-case.js';
import { expectEachRefused, expectEqual, expectSame, expectThrow } from '../expect.js';
import type { RequestSubject } from './subjects.js';

const BAD_METHODS = [
  ...[
    '',
    ' ',
    'G T',
    ' GET',
    'GET ',
    'GET\n',
    'GET\r\nX: y',
    'G\0T',
    'G\u00c9T',
    '{}',
    'GET/',
    'a:b',
  ],
];
const BAD_TARGETS = ['', ' ', '/a b', '/a ', ' /a', '/a\tb', '/a\n', '/a\r\nX: y', '/\0', '/\x7f'];

/** Rules for the method and request target. */
export const requestLine: Rules<RequestSubject> = {
  'withMethod keeps the case of the method and leaves the original untouched'({ create }) {
    const original = create();
    for (const method of ['get', 'GET', 'pAtCh', 'CUSTOM', "!#$%&'*+-.^_`|~09azAZ"]) {
      expectEqual(original.withMethod(method).getMethod(), method, 'the method');
      expectEqual(original.getMethod(), 'GET', 'the method of the original');
    }
  },

  'withMethod refuses a value that is not a token, including a trailing newline'({ create }) {
    expectEachRefused('METHOD_INVALID', BAD_METHODS, (method) => create().withMethod(method));
    expectThrow('METHOD_INVALID', () => create().withMethod(null as never), null);
  },

  'the request target is path and query of the URI'({ create, factories }) {
    const targets = new Map([
      ['http://h.test/a/b?c=d', '/a/b?c=d'],
      ['http://h.test', '/'],
      ['http://h.test?q', '/?q'],
      ['http://h.test/?0', '/?0'],
      ['http://h.test/a#f', '/a'],
      ['http://h.test//x//y', '//x//y'],
      ['', '/'],
      ['/a', '/a'],
    ]);
    for (const [uri, target] of targets) {
      const request = create().withUri(factories.createUri(uri));
      expectEqual(request.getRequestTarget(), target, `the target of '${uri}'`);
    }
  },

  'the request target of a rootless path begins with a slash'({ create, factories }) {
    const uri = factories.createUri('http://h.test');
    const target = (path: string, basePath = '') =>
      create().withUri(uri.withPath(path).withBasePath(basePath)).getRequestTarget();
    expectEqual(target('a/b'), '/a/b', 'the target of a/b');
    expectEqual(target('a:b'), '/a:b', 'the target of a:b');
    expectEqual(target('a/b', '/app'), '/app/a/b', 'the target of a/b under /app');
    const relative = create().withUri(factories.createUri('a/b?c'));
    expectEqual(relative.getRequestTarget(), '/a/b?c', 'the target of a URI without a host');
  },

  'the request target begins with the base path'({ create, factories }) {
    const uri = factories.createUri('http://h.test/a?q').withBasePath('/app');
    expectEqual(create().withUri(uri).getRequestTarget(), '/app/a?q', 'the target');
    expectEqual(create().withUri(uri.withPath('')).getRequestTarget(), '/app?q', 'the target');
  },

  'withRequestTarget accepts every form and leaves the original untouched'({ createFor }) {
    const original = createFor('http://h.test/a');
    const targets = ['/b?c', 'http://other.test/d', 'h.test:443', '*', '/\u00e9', '//x'];
    for (const target of targets) {
      const changed = original.withRequestTarget(target);
      expectEqual(changed.getRequestTarget(), target, 'the target');
      expectEqual(String(changed.getUri()), 'http://h.test/a', 'the URI');
      expectEqual(original.getRequestTarget(), '/a', 'the target of the original');
    }
  },

  'withRequestTarget refuses whitespace, control characters and an empty text'({ create }) {
    expectEachRefused('TARGET_INVALID', BAD_TARGETS, (target) =>
      create().withRequestTarget(target),
    );
    expectThrow('TARGET_INVALID', () => create().withRequestTarget(null as never), null);
  },

  'an explicit request target is kept by withUri'({ create, factories }) {
    const request = create().withRequestTarget('*').withUri(factories.createUri('http://n.test/a'));
    expectEqual(request.getRequestTarget(), '*', 'the target');
  },

  'the request target follows withUri if none was set'({ createFor, factories }) {
    const request = createFor('http://h.test/old?x');
    expectEqual(request.getRequestTarget(), '/old?x', 'the target');
    const changed = request.withUri(factories.createUri('http://h.test/new?y'));
    expectEqual(changed.getRequestTarget(), '/new?y', 'the target after withUri');
    expectEqual(request.getRequestTarget(), '/old?x', 'the target of the original');
  },

  'a with* of a request keeps the other members'({ createFor, factories }) {
    const uri = factories.createUri('http://h.test/a');
    const request = createFor('http://h.test/a')
      .withUri(uri)
      .withMethod('PUT')
      .withHeader('A', '1');
    for (const copy of [request.withHeader('B', '2'), request.withProtocolVersion('1.0')]) {
      expectEqual(copy.getMethod(), 'PUT', 'the method of a copy');
      expectSame(copy.getUri(), uri, 'the URI of a copy');
      expectEqual(copy.getRequestTarget(), '/a', 'the target of a copy');
    }
    expectEqual(request.withMethod('PATCH').getHeader('A'), ['1'], 'a header after withMethod');
    expectEqual(request.withRequestTarget('*').getMethod(), 'PUT', 'the method after all');
  },
};

/** Rules for the URI and `Host`. */
export const requestUri: Rules<RequestSubject> = {
  'getUri returns the URI that the request was created with'({ createFor }) {
    const uri = 'https://h.test:8443/a?b=c';
    expectEqual(String(createFor(uri).getUri()), uri, 'the URI');
  },

  'withUri sets the URI and leaves the original untouched'({ createFor, factories }) {
    const original = createFor('http://old.test/a');
    const uri = factories.createUri('http://new.test/b');
    const changed = original.withUri(uri);
    expectSame(changed.getUri(), uri, 'the URI that was given');
    expectEqual(String(original.getUri()), 'http://old.test/a', 'the URI of the original');
    expectEqual(original.getHeaderLine('Host'), 'old.test', 'the Host of the original');
  },

  'withUri sets Host: the host, and the port unless it is the default'({ create, factories }) {
    const hosts = new Map([
      ['http://h.test/', 'h.test'],
      ['http://h.test:80/', 'h.test'],
      ['https://h.test:443/', 'h.test'],
      ['https://h.test:80/', 'h.test:80'],
      ['http://h.test:8080/', 'h.test:8080'],
      ['http://user:secret@h.test/', 'h.test'],
      ['http://[::1]:81/', '[::1]:81'],
      ['http://H.TEST/', 'h.test'],
    ]);
    for (const [uri, host] of hosts) {
      const request = create().withUri(factories.createUri(uri));
      expectEqual(request.getHeader('Host'), [host], `the Host of '${uri}'`);
    }
  },

  'withUri replaces every older Host, at its position'({ create, factories }) {
    const request = create()
      .withHeader('A', '1')
      .withHeader('host', ['x.test', 'y.test'])
      .withHeader('B', '2')
      .withUri(factories.createUri('http://n.test/'));
    expectEqual(request.getRawHeaders(), ['A', '1', 'Host', 'n.test', 'B', '2'], 'the headers');
  },

  'withUri adds a new Host as the first header'({ create, factories }) {
    const request = create().withHeader('A', '1').withUri(factories.createUri('http://n.test/'));
    expectEqual(request.getRawHeaders(), ['Host', 'n.test', 'A', '1'], 'the headers');
  },

  'withUri of a URI without a host keeps Host'({ create, factories }) {
    const uri = factories.createUri('/b');
    const request = create().withHeader('Host', 'old.test');
    expectEqual(request.withUri(uri).getHeader('Host'), ['old.test'], 'Host');
    expectEqual(create().withUri(uri).hasHeader('Host'), false, "hasHeader('Host')");
    expectEqual(create().withUri(uri, true).hasHeader('Host'), false, "hasHeader('Host')");
  },

  'withUri keeps a Host that is not empty with preserveHost'({ create, factories }) {
    const uri = factories.createUri('http://new.test/b');
    const request = create().withHeader('Host', 'old.test');
    const preserved = request.withUri(uri, true);
    expectEqual(preserved.getHeader('Host'), ['old.test'], 'Host with preserveHost');
    expectSame(preserved.getUri(), uri, 'the URI that was given');
    expectEqual(request.withUri(uri, false).getHeader('Host'), ['new.test'], 'Host without it');
  },

  'withUri sets an absent or empty Host with preserveHost too'({ create, factories }) {
    const uri = factories.createUri('http://new.test/b');
    expectEqual(create().withUri(uri, true).getHeader('Host'), ['new.test'], 'an absent Host');
    const empty = create().withHeader('Host', '').withUri(uri, true);
    expectEqual(empty.getHeader('Host'), ['new.test'], 'an empty Host');
  },
};
