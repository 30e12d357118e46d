import { describe, expect, it } from '@jest/globals';
import { passedCookies } from '@mortise/base/adapter';
import { UNPARSED_BODY } from '@mortise/base/keys';
import type { ServerRequestInterface } from '@mortise/http-message';
import { parseXml } from '@mortise/body-parsers/xml';
import { expectTypeOf } from 'expect-type';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { decorateRequest, VariantAError, type VariantARequestInterface } from '../index.js';

const FORM = 'application/x-www-form-urlencoded';
/** Never called: type tests only need the call to be checked. */
export function typesOf(request: VariantARequestInterface): void {
  expectTypeOf(request.getCookieParam('a')).toEqualTypeOf<string | null>();
  expectTypeOf(request.getCookieParam('a', 1)).toEqualTypeOf<string | number>();
  expectTypeOf(request.getParam('a')).toEqualTypeOf<unknown>();
  expectTypeOf(request.withHeader('A', 'b')).toEqualTypeOf<VariantARequestInterface>();
}

describe.each(implementations)('a decorated request over %s', (_name, factories) => {
  const post = (contentType: string, body: string): ServerRequestInterface =>
    factories
      .createServerRequest('POST', 'http://h.test/?q=1')
      .withHeader('Content-Type', contentType)
      .withBody(factories.createStream(body));

  it('is decorated once', () => {
    const request = decorateRequest(factories.createServerRequest('GET', '/'));
    expect(decorateRequest(request)).toBe(request);
  });

  it('decorates a request of any class, which is not aware of it', () => {
    const plain = post(FORM, 'a=1');
    const foreign = new Proxy(plain, {
      get(target, key) {
        const member: unknown = Reflect.get(target, key);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
    expect(decorateRequest(foreign).getParam('a')).toBe('1');
  });

  it('names query parameters like PHP', () => {
    const uri = '/?a.b=1&c+d=2&+e=3&f[x.y]=4&g[h=5&a_b=6&.i[]=7&j%2Ek=8';
    const request = decorateRequest(factories.createServerRequest('GET', uri));
    expect(request.getQueryParams()).toEqual({
      a_b: '6',
      c_d: '2',
      e: '3',
      f: { 'x.y': '4' },
      g_h: '5',
      _i: ['7'],
      j_k: '8',
    });
    expect(request.getQueryParam('j.k', 'none')).toBe('none');
    expect(request.getParam('a_b')).toBe('6');
  });

  it('follows the query of withUri until withQueryParams, whose names stay unchanged', () => {
    const plain = factories.createServerRequest('GET', '/?a.b=1');
    const request = decorateRequest(plain);
    expect(request.getQueryParams()).toEqual({ a_b: '1' });
    const moved = request.withUri(factories.createUri('/?c.d=2'));
    expect(moved.getQueryParams()).toEqual({ c_d: '2' });
    expect(request.withAttribute('a', 1).getQueryParams()).toBe(request.getQueryParams());
    const given = moved.withQueryParams({ 'e.f': '3' });
    expect(given.getQueryParams()).toEqual({ 'e.f': '3' });
    expect(given.withUri(factories.createUri('/?g.h=4')).getQueryParams()).toEqual({ 'e.f': '3' });
    const before = decorateRequest(plain.withQueryParams({ 'e.f': '3' }));
    expect(before.getQueryParams()).toEqual({ 'e.f': '3' });
  });

  it('refuses a query over its limits', () => {
    const request = decorateRequest(
      factories.createServerRequest('GET', `/?${'a&'.repeat(1_001)}`),
    );
    expect(() => request.getQueryParams()).toThrow(
      expect.objectContaining({ code: 'FORM_TOO_MANY_PARAMETERS', status: 413 }),
    );
  });

  it('parses XML with the parser that it receives, without an application', () => {
    const plain = post('text/xml', '<book><title>Emma</title></book>');
    const request = decorateRequest(plain, { parsers: { 'text/xml': parseXml } });
    expect(String(request.getParsedBodyParam('title'))).toBe('Emma');
  });

  it('parses once, shared by all copies that were made before the first read', () => {
    let runs = 0;
    const request = decorateRequest(post('text/x', 'x'));
    request.registerMediaTypeParser('text/x', () => ({ runs: ++runs }));
    const copy = request.withAttribute('a', 1).withHeader('X-A', '1');
    expect(copy.getParsedBody()).toBe(request.getParsedBody());
    expect(runs).toBe(1);
  });

  it('parses a copy with another type or body on its own, even after the first was parsed', () => {
    const request = decorateRequest(post(FORM, 'a=1'));
    const copies = [
      request.withHeader('Content-TYPE', 'application/json'),
      request.withAddedHeader('content-type', 'text/x'),
      request.withoutHeader('CONTENT-TYPE'),
      request.withBody(factories.createStream('b=2')),
    ];
    expect(request.getParsedBody()).toEqual({ a: '1' });
    expect(copies.map((copy) => copy.getParsedBody())).toEqual([null, null, null, { b: '2' }]);
  });

  it('has parsers of types in any case, and refuses those that no body matches', () => {
    const parser = (text: string) => text.split(',');
    const csv = () => post('text/csv', 'a,b');
    const parsed = decorateRequest(csv(), { parsers: { 'Text/CSV': parser } }).getParsedBody();
    expect(parsed).toEqual(['a', 'b']);
    for (const type of ['csv', 'text/*', 'text/csv; charset=utf-8']) {
      const refused = (option: string) =>
        expect.objectContaining({ option: `${option}[${JSON.stringify(type)}]` });
      expect(() => decorateRequest(csv(), { parsers: { [type]: parser } })).toThrow(
        refused('decorateRequest.parsers'),
      );
      expect(() => {
        decorateRequest(csv()).registerMediaTypeParser(type, parser);
      }).toThrow(refused('registerMediaTypeParser'));
    }
  });

  it('takes note that bodies are parsed', () => {
    const plain = post(FORM, 'a=1');
    plain.getLifetime().setValue(UNPARSED_BODY, () => undefined);
    decorateRequest(plain);
    expect(plain.getLifetime().getValue(UNPARSED_BODY)).toBeNull();
  });

  it('does not change the parsers of older copies', () => {
    const request = decorateRequest(post('text/x', 'x'));
    const copy = request.withAttribute('a', 1);
    request.registerMediaTypeParser('text/x', () => ({ parsed: true }));
    expect([request.getParsedBody(), copy.getParsedBody()]).toEqual([{ parsed: true }, null]);
  });

  it('discards its own parsed body, not those of other copies', () => {
    let runs = 0;
    const request = decorateRequest(post('text/x', 'x'));
    request.registerMediaTypeParser('text/x', () => ({ runs: ++runs }));
    const before = request.getParsedBody();
    const copy = request.withAttribute('a', 1);
    expect(request.reparseBody()).toBe(request);
    expect(request.getParsedBody()).toEqual({ runs: 2 });
    expect(copy.getParsedBody()).toBe(before);
  });

  it('does not treat a search for _METHOD as parsing', () => {
    const request = decorateRequest(post(FORM, '_METHOD=PUT'));
    expect(request.getMethod()).toBe('PUT');
    request.registerMediaTypeParser(FORM, (raw) => ({ raw }));
    expect(request.getParsedBody()).toEqual({ raw: '_METHOD=PUT' });
  });

  it('reads a form once for _METHOD and for the parsed body', () => {
    const plain = post(FORM, '_METHOD=PUT&a=1');
    const body = plain.getBody();
    let reads = 0;
    const counting = new Proxy(body, {
      get(target, key) {
        if (key === 'inMemory') reads += 1;
        const member: unknown = Reflect.get(target, key);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
    const request = decorateRequest(plain.withBody(counting));
    expect([request.getMethod(), request.getParam('a')]).toEqual(['PUT', '1']);
    expect(reads).toBe(1);
  });

  it('keeps the received method permanently if the form with _METHOD cannot be read', () => {
    const deep = `a${'[b]'.repeat(100)}=1`;
    const request = decorateRequest(post(FORM, deep));
    expect(() => request.getMethod()).toThrow(expect.objectContaining({ status: 400 }));
    expect(request.getMethod()).toBe('POST');
  });

  it.each([
    ['over the limit', { parsedBodyLimit: 5 }, 'identity'],
    ['in a content coding', {}, 'gzip'],
  ])(
    'does not look for _METHOD in a form %s, which stays readable',
    async (_why, options, coding) => {
      const plain = post(FORM, '_METHOD=PUT').withHeader('Content-Encoding', coding);
      const request = decorateRequest(plain, options);
      expect([request.getMethod(), await request.getBody().text()]).toEqual([
        'POST',
        '_METHOD=PUT',
      ]);
      expect(() => request.getParsedBody()).toThrow();
    },
  );

  it('looks for _METHOD in a form that is exactly as large as the limit', () => {
    const request = decorateRequest(post(FORM, '_METHOD=PUT'), { parsedBodyLimit: 11 });
    expect([request.getMethod(), request.getParsedBody()]).toEqual(['PUT', { _METHOD: 'PUT' }]);
    const larger = decorateRequest(post(FORM, '_METHOD=PUT'), { parsedBodyLimit: 10 });
    expect(larger.getMethod()).toBe('POST');
  });

  it('parses a form of as many bytes as parsedBodyLimit, and refuses one more with 413', () => {
    const parsed = (parsedBodyLimit: number) =>
      decorateRequest(post(FORM, 'a=1234'), { parsedBodyLimit }).getParsedBody();
    expect(parsed(6)).toEqual({ a: '1234' });
    expect(() => parsed(5)).toThrow(expect.objectContaining({ status: 413 }));
  });

  it('has a parsedBodyLimit of 1 MiB by default', () => {
    const parsed = (bytes: number) =>
      decorateRequest(post(FORM, `a=${'x'.repeat(bytes - 2)}`)).getParsedBodyParam('a');
    expect(parsed(1024 * 1024)).toHaveLength(1024 * 1024 - 2);
    expect(() => parsed(1024 * 1024 + 1)).toThrow(expect.objectContaining({ status: 413 }));
  });

  it('uses a parsed body that was set outside the application', () => {
    const request = decorateRequest(post(FORM, 'a=1').withParsedBody({ b: 2 }));
    expect(request.getParsedBody()).toEqual({ b: 2 });
  });

  it('ignores an overriding method if configured to', () => {
    const plain = post(FORM, '_METHOD=PUT');
    expect(decorateRequest(plain, { methodOverride: false }).getMethod()).toBe('POST');
  });

  it('refuses to parse the rest of a body that cannot be read again', async () => {
    const come = (async function* () {
      yield await Promise.resolve(new Uint8Array(2));
    })();
    const body = factories.createStreamFromResource(come);
    await body.read(1);
    expect(() =>
      decorateRequest(post('application/json', '').withBody(body)).getParsedBody(),
    ).toThrow(VariantAError);
  });

  it('refuses to parse a body that is not in memory', () => {
    const come = (async function* () {
      yield await Promise.resolve(new Uint8Array(1));
    })();
    const plain = post('application/json', '');
    const request = decorateRequest(plain.withBody(factories.createStreamFromResource(come)));
    expect(() => request.getParsedBody()).toThrow(VariantAError);
    expect(() => request.getParsedBody()).toThrow(
      expect.objectContaining({ code: 'BODY_NOT_READ' }),
    );
  });

  it('refuses a promise from a parser, because getParsedBody is synchronous', () => {
    const request = decorateRequest(post('text/x', 'x'));
    request.registerMediaTypeParser('text/x', () => Promise.resolve({}));
    expect(() => request.getParsedBody()).toThrow(
      expect.objectContaining({ code: 'PARSER_RESULT_INVALID' }),
    );
  });

  it('has no parameter for a member of a prototype, or for the length of a list', () => {
    const request = decorateRequest(post('application/json', '["a"]'));
    expect(request.getParam('0')).toBe('a');
    for (const name of ['length', 'constructor', '__proto__', 'map']) {
      expect([request.getParam(name), request.getQueryParam(name)]).toEqual([null, null]);
    }
  });

  it('lets httpCache know that its response depends on cookies once a cookie is read by name', () => {
    const request = decorateRequest(
      factories.createServerRequest('GET', '/').withHeader('Cookie', 'user=ada'),
    );
    expect(passedCookies(request)).toBe(false);
    request.getCookieParam('user');
    expect(passedCookies(request)).toBe(true);
  });

  it('has no parameter for a member of a prototype, even in parameters that were set', () => {
    const request = decorateRequest(factories.createServerRequest('GET', '/'))
      .withQueryParams({ a: '1' })
      .withCookieParams({ b: '2' });
    for (const name of ['constructor', '__proto__', 'toString']) {
      expect([request.getQueryParam(name), request.getCookieParam(name)]).toEqual([null, null]);
    }
  });

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])(
    'says of %s alone that it is this method',
    (method) => {
      const request = decorateRequest(factories.createServerRequest(method, '/'));
      const is = {
        GET: request.isGet(),
        POST: request.isPost(),
        PUT: request.isPut(),
        PATCH: request.isPatch(),
        DELETE: request.isDelete(),
        HEAD: request.isHead(),
        OPTIONS: request.isOptions(),
      };
      expect(Object.entries(is).filter(([, yes]) => yes)).toEqual([[method, true]]);
    },
  );

  it('has elements of XML as parameters, and the text of those without elements', () => {
    const parsers = { 'text/xml': parseXml };
    const xml = '<a><b><c>1</c></b><d>2</d></a>';
    const { b, d } = decorateRequest(post('text/xml', xml), { parsers }).getParams();
    expect([(b as { text?: unknown }).text !== undefined, d]).toEqual([true, '2']);
  });

  it('parses a body with the content coding identity', () => {
    const request = post(FORM, 'a=1').withHeader('Content-Encoding', 'Identity');
    expect({ ...decorateRequest(request).getParsedBody() }).toEqual({ a: '1' });
  });

  it('replaces all attributes, the route too', () => {
    const request = decorateRequest(factories.createServerRequest('GET', '/'));
    const replaced = request.withAttribute('route', 1).withAttributes({ a: 1 });
    expect(replaced.getAttributes()).toEqual({ a: 1 });
  });
});
