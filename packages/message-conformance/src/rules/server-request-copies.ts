import type { HttpFactoriesInterface, ServerRequestInterface } from '@mortise/http-message';
import type { Rules } from '../conformance-case.js';
import { expectEqual, expectSame, expectThat } from '../expect.js';
import { SampleBody, sampleSource } from '../sample-source.js';
import type { ServerRequestSubject } from './subjects.js';

type Change = (
  request: ServerRequestInterface,
  factories: HttpFactoriesInterface,
) => ServerRequestInterface;

/** Parts of a request that are compared by content. */
const VALUES: Readonly<Record<string, (request: ServerRequestInterface) => unknown>> = {
  method: (request) => request.getMethod(),
  target: (request) => request.getRequestTarget(),
  version: (request) => request.getProtocolVersion(),
  headers: (request) => request.getRawHeaders(),
  cookies: (request) => request.getCookieParams(),
  query: (request) => request.getQueryParams(),
  attributes: (request) => request.getAttributes(),
  'server parameters': (request) => request.getServerParams(),
};

/** Parts of a request that copies keep as the same object. */
const OBJECTS: Readonly<Record<string, (request: ServerRequestInterface) => unknown>> = {
  URI: (request) => request.getUri(),
  body: (request) => request.getBody(),
  'parsed body': (request) => request.getParsedBody(),
  upload: (request) => request.getUploadedFiles()['u'],
  lifetime: (request) => request.getLifetime(),
};

/** Every `with*` method of a server request, with the parts that it changes. */
const CHANGES: Readonly<Record<string, readonly [change: Change, ...facts: string[]]>> = {
  withMethod: [(request) => request.withMethod('PATCH'), 'method'],
  withRequestTarget: [(request) => request.withRequestTarget('/other'), 'target'],
  withProtocolVersion: [(request) => request.withProtocolVersion('2'), 'version'],
  withUri: [(request, factories) => request.withUri(factories.createUri('/other?x=1')), 'URI'],
  withHeader: [(request) => request.withHeader('B', '2'), 'headers'],
  withAddedHeader: [(request) => request.withAddedHeader('A', '2'), 'headers'],
  withoutHeader: [(request) => request.withoutHeader('A'), 'headers'],
  withBody: [(request, factories) => request.withBody(factories.createStream('y')), 'body'],
  withCookieParams: [(request) => request.withCookieParams({ d: '2' }), 'cookies'],
  withQueryParams: [(request) => request.withQueryParams({ r: '2' }), 'query'],
  withUploadedFiles: [(request) => request.withUploadedFiles({}), 'upload'],
  withParsedBody: [(request) => request.withParsedBody(null), 'parsed body'],
  withAttribute: [(request) => request.withAttribute('b', 2), 'attributes'],
  withAttributes: [(request) => request.withAttributes({ b: 2 }), 'attributes'],
  withoutAttribute: [(request) => request.withoutAttribute('a'), 'attributes'],
};

/** Rules for what copies of a server request share. */
export const serverRequestCopies: Rules<ServerRequestSubject> = {
  'a with* of a server request keeps the other members'({ create, factories }) {
    const upload = factories.createUploadedFile(factories.createStream('x'));
    const request = create()
      .withMethod('PUT')
      .withRequestTarget('*')
      .withProtocolVersion('1.0')
      .withHeader('A', '1')
      .withBody(factories.createStream('x'))
      .withCookieParams({ c: '1' })
      .withQueryParams({ q: '2' })
      .withUploadedFiles({ u: upload })
      .withParsedBody({ parsed: true })
      .withAttribute('a', 3);
    const { method, target, version, headers, cookies, query, attributes } = VALUES;
    const values = [method, target, version, headers, cookies, query, attributes];
    expectEqual(
      values.map((read) => read?.(request)),
      ['PUT', '*', '1.0', ['A', '1'], { c: '1' }, { q: '2' }, { a: 3 }],
      'what was set on the original',
    );
    expectSame(request.getUploadedFiles()['u'], upload, 'an upload that was set on the original');
    expectEqual(request.getParsedBody(), { parsed: true }, 'the parsed body of the original');
    for (const [name, [change, ...changed]] of Object.entries(CHANGES)) {
      expectKept(request, change(request, factories), name, changed);
    }
  },

  'every copy has the same lifetime, every other request another one'({ create, factories }) {
    const request = create();
    const lifetime = request.getLifetime();
    for (const [name, [change]] of Object.entries(CHANGES)) {
      expectSame(change(request, factories).getLifetime(), lifetime, `the lifetime after ${name}`);
    }
    expectThat(create().getLifetime() !== lifetime, 'two requests share a lifetime');
  },
};

/** Rules for what copies of a request from a source share. */
export const receivedCopies: Rules<HttpFactoriesInterface> = {
  'a with* keeps the facts of the source, whether or not they were read before'(factories) {
    for (const [name, [change, ...changed]] of Object.entries(CHANGES)) {
      const facts = name === 'withUri' ? [...changed, 'target', 'query'] : changed;
      for (const isRead of [false, true]) {
        const request = received(factories);
        if (isRead) expectKept(request, request, 'nothing', []);
        const copy = change(request, factories);
        expectKept(request, copy, isRead ? `${name} of a request that was read` : name, facts);
      }
    }
  },
};

function received(factories: HttpFactoriesInterface): ServerRequestInterface {
  return factories.createServerRequestFromSource(
    sampleSource({
      method: 'PUT',
      target: '/a?q=1',
      host: 'h.test',
      rawHeaders: ['Host', 'h.test', 'A', '1', 'Cookie', 'c=1'],
      body: new SampleBody(['x']),
    }),
  );
}

function expectKept(
  original: ServerRequestInterface,
  copy: ServerRequestInterface,
  act: string,
  changed: readonly string[],
): void {
  const kept = (facts: typeof VALUES) =>
    Object.entries(facts).filter(([fact]) => !changed.includes(fact));
  // Read the copy first: what it computes must not depend on earlier reads of the original.
  for (const [fact, read] of kept(VALUES)) {
    const value = read(copy);
    expectEqual(value, read(original), `the ${fact} after ${act}`);
  }
  for (const [fact, read] of kept(OBJECTS)) {
    const object = read(copy);
    expectSame(object, read(original), `the ${fact} after ${act}`);
  }
}
