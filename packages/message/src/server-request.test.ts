import { describe, expect, it } from '@jest/globals';
import { receivedPath, requestScheme } from '@mortise/base/message';
import type { AttributeKey, RequestSource } from '@mortise/http-message';
import { canonicalPath } from '@mortise/http-syntax';
import { expectTypeOf } from 'expect-type';
import fc from 'fast-check';
import { anyCharacter } from '../../../tooling/properties/any-character.js';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { bodyOf, countingSource, sourceOf } from '../test/source.js';
import { factories } from './index.js';

const fromSource = (parts: Partial<RequestSource> = {}) =>
  factories.createServerRequestFromSource(sourceOf(parts));

describe('createServerRequestFromSource', () => {
  it('reads only the request line before a member is read', () => {
    const { source, reads } = countingSource(sourceOf());
    const request = factories.createServerRequestFromSource(source);
    request.withAttribute('a', 1).withMethod('PUT').withParsedBody({}).getRequestTarget();
    expect(Object.keys(reads).sort()).toEqual(['method', 'protocolVersion', 'target']);
  });

  it('reads each member once, shared by all copies', async () => {
    const { body, asked } = bodyOf([Buffer.from('x')], 1);
    const { source, reads } = countingSource(sourceOf({ body, target: '/a?b=c' }));
    const first = factories.createServerRequestFromSource(source);
    const copies = Array.from({ length: 10 }, (_, index) => first.withAttribute('n', index));
    for (const copy of [first, ...copies]) {
      receivedPath(copy);
      copy.getUri();
      copy.getServerParams();
      copy.getCookieParams();
      copy.getHeaders();
      await copy.getBody().getContents();
    }
    expect(new Set(Object.values(reads))).toEqual(new Set([1]));
    expect(asked).toEqual(['bytes']);
  });

  it('parses each fact once, shared by ten copies', () => {
    const first = fromSource({ target: '/a?b=c', rawHeaders: ['Cookie', 'd=e'] });
    const copies = Array.from({ length: 10 }, (_, at) =>
      first.withHeader('N', `${at}`).withMethod('PUT'),
    );
    const facts = copies.map((copy) => [
      ...[copy.getUri(), copy.getQueryParams(), copy.getCookieParams()],
      ...[copy.getServerParams(), copy.getBody(), copy.getLifetime()],
    ]);
    for (const each of facts)
      for (const [at, fact] of each.entries()) expect(fact).toBe(facts[0]?.[at]);
  });

  it('combines scheme, host and target into the URI', () => {
    const uri = fromSource({
      scheme: 'https',
      host: 'H.test:8443',
      target: '//a/%2f?é=[]',
    }).getUri();
    expect(String(uri)).toBe('https://h.test:8443//a/%2f?%C3%A9=%5B%5D');
    expect([uri.getHost(), uri.getPath()]).toEqual(['h.test', '//a/%2f']);
  });

  it('uses the authority of an absolute target, but not its scheme', () => {
    const request = fromSource({ target: 'https://other.test:81/x?y' });
    expect(String(request.getUri())).toBe('http://other.test:81/x?y');
    expect(request.getRequestTarget()).toBe('https://other.test:81/x?y');
  });

  it.each([
    ['OPTIONS', '*', 'http://h.test'],
    ['CONNECT', 'other.test:443', 'http://other.test:443'],
  ])('has the URI of a %s request for %s', (method, target, uri) => {
    expect(String(fromSource({ method, target }).getUri())).toBe(uri);
  });

  it('has a URI without authority if there is no host', () => {
    expect(fromSource({ host: '' }).getUri().getAuthority()).toBe('');
  });

  it.each([
    [{ target: 'relative' }, 'TARGET_INVALID'],
    [{ target: '/a#b' }, 'TARGET_INVALID'],
    [{ target: '/a\0' }, 'TARGET_INVALID'],
    [{ target: '*' }, 'TARGET_INVALID'],
    [{ host: 'a b' }, 'URI_HOST_INVALID'],
    [{ host: 'u@h' }, 'URI_HOST_INVALID'],
    [{ host: 'h:99999' }, 'URI_HOST_INVALID'],
  ])('fails with 400 for %j when the URI is read, and not before', (parts, code) => {
    const request = fromSource(parts);
    expect(() => request.getUri()).toThrow(expect.objectContaining({ code, status: 400 }));
  });

  it('refuses a query over the limits when it is read', () => {
    const many = fromSource({ target: `/?${'a&'.repeat(1001)}` });
    expect(() => many.getQueryParams()).toThrow(expect.objectContaining({ status: 413 }));
    const deep = fromSource({ target: `/?a${'[b]'.repeat(33)}=c` });
    expect(() => deep.getQueryParams()).toThrow(expect.objectContaining({ status: 400 }));
  });

  it('has an empty body in memory if the source has none', () => {
    expect(fromSource().getBody().inMemory()).toBe('');
    expect(
      fromSource({ body: bodyOf([], 5).body })
        .getBody()
        .getSize(),
    ).toBe(5);
  });

  it('describes the incoming request in server parameters, which later changes do not affect', () => {
    const request = fromSource({ target: '/x?y', rawHeaders: ['Authorization', 'Basic eA=='] });
    const params = request.withMethod('PUT').withHeader('Authorization', 'none').getServerParams();
    expect(params).toMatchObject({
      REQUEST_METHOD: 'GET',
      REQUEST_URI: '/x?y',
      QUERY_STRING: 'y',
      REMOTE_ADDR: '192.0.2.1',
      HTTP_AUTHORIZATION: 'Basic eA==',
    });
  });
});

describe('createServerRequest', () => {
  it('derives nothing from its server parameters', () => {
    const params = { REQUEST_METHOD: 'PUT', HTTP_A: 'b', QUERY_STRING: 'c=d' };
    const request = factories.createServerRequest('GET', 'http://h.test/?e=f', params);
    params.HTTP_A = 'changed';
    expect([request.getMethod(), request.getRawHeaders()]).toEqual(['GET', ['Host', 'h.test']]);
    expect({ ...request.getServerParams() }).toEqual({ ...params, HTTP_A: 'b' });
    expect({ ...request.getQueryParams() }).toEqual({ e: 'f' });
    expect({ ...request.getCookieParams() }).toEqual({});
  });
});

describe('a server request', () => {
  it('has the query of its URI until a query is given', () => {
    const uri = factories.createUri('/?new=1');
    const request = fromSource({ target: '/?old=1' });
    expect({ ...request.withUri(uri).getQueryParams() }).toEqual({ new: '1' });
    const given = request.withQueryParams({ given: '1' }).withUri(uri);
    expect({ ...given.getQueryParams() }).toEqual({ given: '1' });
  });

  it('has the target of its URI after withUri, instead of the received one', () => {
    const moved = fromSource({ target: 'http://h.test/old' }).withUri(
      factories.createUri('/new?x'),
    );
    expect(moved.getRequestTarget()).toBe('/new?x');
    expect(moved.withRequestTarget('*').getRequestTarget()).toBe('*');
  });

  it('returns frozen maps without a prototype', () => {
    const request = fromSource({ target: '/?a[b][]=c&__proto__=d', rawHeaders: ['Cookie', 'e=f'] });
    const query = request.getQueryParams();
    const nested = query['a'] as Record<string, unknown>;
    for (const map of [
      query,
      nested,
      request.getCookieParams(),
      request.getServerParams(),
      request.getAttributes(),
    ]) {
      expect([Object.getPrototypeOf(map), Object.isFrozen(map)]).toEqual([null, true]);
    }
    expect(Object.isFrozen(nested['b'])).toBe(true);
    expect(Object.keys(query)).toEqual(['a']);
  });

  it('accepts uploads in lists and maps, and copies the tree', () => {
    const upload = factories.createUploadedFile(factories.createStream('x'));
    const tree = { one: upload, list: [upload], map: { moveTo: [upload] } };
    const request = fromSource().withUploadedFiles(tree);
    tree.list.push(upload);
    const files = request.getUploadedFiles();
    expect(files['one']).toBe(upload);
    expect(files['list']).toEqual([upload]);
    expect((files['map'] as { moveTo: unknown[] }).moveTo).toEqual([upload]);
  });

  it.each([{ a: 'text' }, { a: [null] }, [], null, 5])('refuses %j as uploads', (tree) => {
    expect(() => fromSource().withUploadedFiles(tree as never)).toThrow(
      expect.objectContaining({ code: 'UPLOADED_FILES_INVALID' }),
    );
  });

  it.each(['text', 5, true, undefined])('refuses %j as a parsed body', (body) => {
    expect(() => fromSource().withParsedBody(body as never)).toThrow(
      expect.objectContaining({ code: 'PARSED_BODY_INVALID' }),
    );
  });

  it('sets several attributes and keeps the others', () => {
    const request = fromSource().withAttribute('a', 1).withAttributes({ b: 2, c: 3 });
    expect({ ...request.getAttributes() }).toEqual({ a: 1, b: 2, c: 3 });
    expect({ ...request.withoutAttribute('b').getAttributes() }).toEqual({ a: 1, c: 3 });
  });

  it('infers the type of an attribute from its key', () => {
    const AGE: AttributeKey<number> = 'age';
    const request = fromSource().withAttribute(AGE, 5);
    expectTypeOf(request.getAttribute(AGE)).toEqualTypeOf<number | undefined>();
    expect(request.getAttribute(AGE)).toBe(5);
  });

  it('keeps its lifetime, whatever is changed', () => {
    const request = fromSource();
    const lifetime = request.getLifetime();
    expect(request.withUri(factories.createUri('/')).withHeader('A', 'b').getLifetime()).toBe(
      lifetime,
    );
    expect(fromSource().getLifetime()).not.toBe(lifetime);
  });
});

describe('receivedPath', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '/',
      '%',
      '%2F',
      '%c3%a9',
      '%61',
      '%zz',
      '\\',
      '"',
      '<',
      '?',
      ';',
      '.',
      '..',
      '\u00e9',
    ),
    fc
      .string({ unit: anyCharacter, maxLength: 3 })
      .map((text) => Buffer.from(text).toString('latin1')),
  );

  it('is the canonical form of the path of the URI, and fails with the same error as reading the URI', () => {
    fc.assert(
      fc.property(
        fc.array(piece),
        fc.constantFrom('h.test', '', 'a b', 'h:99999', '[::1]:1'),
        (pieces, host) => {
          const target = `/${pieces.join('')}`;
          const ofUri = outcome(() => fromSource({ target, host }).getUri().getPath());
          expect(outcome(() => receivedPath(fromSource({ target, host })) ?? '')).toEqual(ofUri);
        },
      ),
      { numRuns: numRuns(1000) },
    );
  });

  it.each([
    ['a URI was given', fromSource().withUri(factories.createUri('/b'))],
    ['the application is mounted below a path', fromSource({ target: '/a/b', basePath: '/a' })],
    ['the target has another form', fromSource({ target: 'http://h.test/a' })],
    ['it was made by hand', factories.createServerRequest('GET', '/a')],
  ])('is null if %s', (_, request) => {
    expect(receivedPath(request)).toBeNull();
  });
});

describe('requestScheme', () => {
  it.each([
    ['was received over https', fromSource({ scheme: 'https' }), 'https'],
    ['has a target of another scheme', fromSource({ target: 'https://h.test/a' }), 'http'],
    ['got another URI', fromSource().withUri(factories.createUri('https://h.test/')), 'https'],
    ['was created by code', factories.createServerRequest('GET', 'https://h.test/'), 'https'],
    ['was created without a scheme', factories.createServerRequest('GET', '/'), ''],
  ])('is that of the URI if the request %s', (_, request, scheme) => {
    expect(request.getUri().getScheme()).toBe(scheme);
    expect(requestScheme(request)).toBe(scheme);
  });
});

function outcome(path: () => string): unknown {
  try {
    return canonicalPath(path());
  } catch (error) {
    const { code, status } = error as { code: unknown; status: unknown };
    return { code, status };
  }
}
