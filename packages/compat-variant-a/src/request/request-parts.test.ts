import { describe, expect, it } from '@jest/globals';
import { parseXml } from '@mortise/body-parsers/xml';
import { factories } from '@mortise/message';
import { bodyMember, bodyMembers } from './body-members.js';
import { rulesOf } from './decorate-request.js';
import { contentLengthOf, isXhr } from './header-facts.js';
import {
  isXmlType,
  loadXmlParser,
  parsersWith,
  parsePhpForm,
  type SyncParser,
} from './media-type-parsers.js';
import {
  contentCharsetOf,
  contentTypeOf,
  mediaTypeOf,
  mediaTypeParamsOf,
  parsedMediaTypeOf,
} from './media-type.js';
import { cookieParam, param, params, parsedBodyParam, queryParam, serverParam } from './params.js';
import { ParsedBody } from './parsed-body.js';
import { PhpQuery } from './php-query.js';

const FORM = 'application/x-www-form-urlencoded';
const bare = factories.createServerRequest('POST', 'http://h.test/');
const typed = (type: string) => bare.withHeader('Content-Type', type);
const post = (type: string, body: string) => typed(type).withBody(factories.createStream(body));
/** With a body that is not in memory. */
const stream = (type: string) =>
  typed(type).withBody(
    factories.createStreamFromResource(
      (async function* () {
        yield await Promise.resolve(Buffer.from('a=1'));
      })(),
    ),
  );

describe('the parameters of a request', () => {
  const request = factories
    .createServerRequest('POST', '/', { SERVER: 's' })
    .withQueryParams({ a: 'query', q: '1', n: '' })
    .withCookieParams({ c: 'cookie' })
    .withParsedBody({ a: 'body', b: '2', none: null });

  it.each<[string, (key: string) => unknown, Readonly<Record<string, unknown>>]>([
    ['of the query', (key) => queryParam(request, key, 'F'), { a: 'query', n: '', b: 'F' }],
    ['of the cookies', (key) => cookieParam(request, key, 'F'), { c: 'cookie', a: 'F' }],
    ['of the server', (key) => serverParam(request, key, 'F'), { SERVER: 's', a: 'F' }],
    ['of the body', (key) => parsedBodyParam(request, key, 'F'), { a: 'body', none: 'F', q: 'F' }],
    ['of both', (key) => param(request, key, 'F'), { a: 'body', q: '1', none: 'F', x: 'F' }],
  ])('%s have their value or the fallback', (_what, read, expected) => {
    const found = Object.keys({ ...expected, toString: 0 }).map((key) => [key, read(key)]);
    expect(Object.fromEntries(found)).toEqual({ ...expected, toString: 'F' });
  });

  it.each<[readonly string[] | null, object]>([
    [null, { a: 'body', q: '1', n: '', b: '2', none: null }],
    [[], { a: 'body', q: '1', n: '', b: '2', none: null }],
    [['b', 'a', 'x', 'none', 'toString'], { a: 'body', b: '2', none: null }],
  ])('are merged, and the body wins; only %j', (only, expected) => {
    const all = params(request, only);
    expect(all).toEqual(expected);
    expect(Object.getPrototypeOf(all)).toBeNull();
    expect(request.getQueryParams()).toEqual({ a: 'query', q: '1', n: '' });
  });

  it('are those of the query if there is no parsed body', () => {
    const without = request.withParsedBody(null);
    expect(params(without, null)).toEqual({ a: 'query', q: '1', n: '' });
    expect([param(without, 'a', 0), parsedBodyParam(without, 'a', 0)]).toEqual(['query', 0]);
  });
});

describe('the members of a body', () => {
  const xml = parseXml('<r><a>1</a><a>2</a><b>3</b><c><d/></c></r>');

  it('are own and enumerable ones of maps and lists', () => {
    const map = Object.defineProperty({ a: 1 }, 'hidden', { value: 2 });
    expect(['a', 'hidden', 'toString'].map((name) => bodyMember(map, name))).toEqual([
      1,
      undefined,
      undefined,
    ]);
    expect(['0', '1', 'length'].map((name) => bodyMember(['x'], name))).toEqual([
      'x',
      undefined,
      undefined,
    ]);
    expect(bodyMember(null, 'a')).toBeUndefined();
    expect([bodyMembers(null), bodyMembers(map)]).toEqual([{}, map]);
    expect(bodyMembers(map)).toBe(map);
  });

  it('are child elements of XML: the first by name, and all of them as text or lists', () => {
    expect(String(bodyMember(xml, 'a'))).toBe('1');
    expect(bodyMember(xml, 'x')).toBeUndefined();
    const members = bodyMembers(xml) as Record<string, unknown>;
    expect(Object.getPrototypeOf(members)).toBeNull();
    expect(Object.keys(members)).toEqual(['a', 'b', 'c']);
    expect([members['a'], members['b'], members['c']]).toEqual([['1', '2'], '3', xml?.child('c')]);
  });

  it('are of XML only if it has both ways to find elements', () => {
    const child = () => null;
    const map = { child };
    expect([bodyMember(map, 'child'), bodyMembers(map)]).toEqual([child, map]);
    const other = { childrenNamed: child };
    expect([bodyMember(other, 'childrenNamed'), bodyMembers(other)]).toEqual([child, other]);
  });
});

describe('PhpQuery', () => {
  const request = factories.createServerRequest('GET', '/?a.b=1');

  it('is parsed once with the names of PHP, and cannot be changed', () => {
    const query = new PhpQuery();
    const first = query.of(request);
    expect([first, Object.isFrozen(first)]).toEqual([{ a_b: '1' }, true]);
    expect(query.of(factories.createServerRequest('GET', '/?c=1'))).toBe(first);
  });

  it('is what withQueryParams has set, unchanged', () => {
    const given = request.withQueryParams({ 'c.d': '2' });
    expect(new PhpQuery().of(given)).toBe(given.getQueryParams());
  });
});

describe('facts of headers', () => {
  it.each<[string | null, number | null]>([
    [null, null],
    ['0', 0],
    ['12', 12],
    ['-1', null],
    ['1.5', null],
    ['x', null],
  ])('has for Content-Length %j the number %j', (value, length) => {
    const request = value === null ? bare : bare.withHeader('Content-Length', value);
    expect(contentLengthOf(request)).toBe(length);
  });

  it.each([
    ['XMLHttpRequest', true],
    ['xmlhttprequest', false],
    ['', false],
  ])('X-Requested-With: %s is of a script: %j', (value, expected) => {
    expect(isXhr(bare.withHeader('X-Requested-With', value))).toBe(expected);
    expect(isXhr(bare)).toBe(false);
  });

  it.each<[string | null, string | null, object, string | null]>([
    [null, null, {}, null],
    ['', null, {}, null],
    ['Text/HTML', 'text/html', {}, null],
    ['text/html;Charset="UTF-8";a=b', 'text/html', { charset: 'UTF-8', a: 'b' }, 'UTF-8'],
    ['text', null, {}, null],
  ])('has for Content-Type %j the type %j', (line, type, parameters, charset) => {
    const request = line === null ? bare : typed(line);
    expect(contentTypeOf(request)).toBe(line);
    expect(mediaTypeOf(request)).toBe(type);
    expect(mediaTypeParamsOf(request)).toEqual(parameters);
    expect(Object.getPrototypeOf(mediaTypeParamsOf(request))).toBeNull();
    expect(contentCharsetOf(request)).toBe(charset);
  });
});

describe('the parsers of variant A', () => {
  it('are those of JSON and forms, and those that are added, which win', () => {
    const own = { own: true };
    const parsers = parsersWith({ 'application/json': () => own, 'text/x': (text) => [text] });
    expect([...parsers.keys()]).toEqual(['application/json', FORM, 'text/x']);
    const type = parsedMediaTypeOf(typed('text/x')) as never;
    expect(parsers.get('application/json')?.('{}', type)).toBe(own);
    expect(parsers.get('text/x')?.(Buffer.from('\ufeffé'), type)).toEqual(['\ufeffé']);
    expect(parsers.get('text/x')?.('é', type)).toEqual(['é']);
    expect([...parsersWith().keys()]).toEqual(['application/json', FORM]);
    expect(parsePhpForm('a.b=1', type)).toEqual({ a_b: '1' });
  });

  it.each([
    ['application/xml', true],
    ['text/xml', true],
    ['image/svg+xml', true],
    ['application/xmlx', false],
    ['text/plain', false],
  ])('load that of XML for %s: %j', (type, expected) => {
    expect(isXmlType(parsedMediaTypeOf(typed(type)) as never)).toBe(expected);
  });

  it('keep a parser of XML that was added before', async () => {
    const own: SyncParser = () => null;
    const parsers = new Map([['text/xml', own]]);
    await loadXmlParser(parsers);
    expect([...parsers.keys()]).toEqual(['text/xml', 'application/xml']);
    expect(parsers.get('text/xml')).toBe(own);
    const type = parsedMediaTypeOf(typed('application/xml')) as never;
    expect(parsers.get('application/xml')?.('<a>x</a>', type)).toHaveProperty('text', 'x');
  });
});

describe('ParsedBody', () => {
  const rules = (limit = 100) =>
    rulesOf({ parsers: { 'text/x': (text) => ({ text }) }, parsedBodyLimit: limit });
  const fresh = (limit?: number) => new ParsedBody(rules(limit));

  it('is null for a type without a parser, until one is registered', () => {
    const parsed = fresh();
    for (const type of ['text/y', 'text', '']) {
      const request = post('text/y', 'x').withHeader('Content-Type', type);
      expect(parsed.of(request)).toBeNull();
    }
    const more = parsed.withParser('text/y', (text) => [text]);
    expect(more.of(post('text/y', 'x'))).toEqual(['x']);
    expect(parsed.of(post('text/y', 'x'))).toBeNull();
  });

  it('is the value that was set, also null, and whatever the type', () => {
    const value = { a: 1 };
    expect(fresh().withValue(value).of(post('text/x', 'x'))).toBe(value);
    expect(fresh().withValue(null).of(post('text/x', 'x'))).toBeNull();
    expect(fresh().withValue(null).formOf(post(FORM, 'a=1'))).toBeNull();
    expect(fresh().withValue(value).withoutValue().of(post('text/x', 'x'))).toEqual({ text: 'x' });
    const kept = fresh()
      .withValue(value)
      .withParser('text/x', () => null);
    expect(kept.of(post('text/x', 'x'))).toBe(value);
  });

  it('is kept for other content only if it is known', () => {
    const parsed = fresh();
    expect(parsed.forOtherContent()).not.toBe(parsed);
    parsed.of(post('text/x', 'x'));
    expect(parsed.forOtherContent()).toBe(parsed);
  });

  it.each([
    ['text/x', 'abc'],
    [FORM, 'a=1'],
  ])('of %s is parsed at exactly the limit, and refused at one byte more', (type, body) => {
    expect(fresh(3).of(post(type, body))).not.toBeNull();
    expect(() => fresh(2).of(post(type, body))).toThrow(
      expect.objectContaining({ code: 'BODY_TOO_LARGE', status: 413 }),
    );
  });

  it.each([
    ['identity', true],
    ['IDENTITY', true],
    ['gzip', false],
  ])('with the content coding %s is parsed: %j', (coding, isParsed) => {
    const request = post(FORM, 'a=1').withHeader('Content-Encoding', coding);
    if (isParsed) expect(fresh().of(request)).toEqual({ a: '1' });
    else {
      expect(() => fresh().of(request)).toThrow(
        expect.objectContaining({ code: 'BODY_ENCODING', status: 415 }),
      );
    }
    expect(fresh().formOf(request)).toEqual(isParsed ? { a: '1' } : null);
  });

  it.each([[7], ['text'], [Promise.resolve({})]])('refuses the result %j of a parser', (result) => {
    const parsed = new ParsedBody(rulesOf({ parsers: { 'text/x': () => result as never } }));
    expect(() => parsed.of(post('text/x', ''))).toThrow('text/x');
  });

  it('can be null by its parser', () => {
    const parsed = new ParsedBody(rulesOf({ parsers: { 'text/x': () => null } }));
    expect(parsed.of(post('text/x', ''))).toBeNull();
  });

  it('is read from the start of the body, whose position stays', () => {
    for (const [type, expected] of [
      ['text/x', { text: 'a=1' }],
      [FORM, { a: '1' }],
    ] as const) {
      const request = post(type, 'a=1');
      request.getBody().seek(2);
      expect(fresh().of(request)).toEqual(expected);
      expect(request.getBody().tell()).toBe(2);
    }
  });

  it('is an error of the server if the body is not in memory', () => {
    expect(() => fresh().of(stream('text/x'))).toThrow(
      expect.objectContaining({ code: 'BODY_NOT_READ' }),
    );
  });

  it('is read as a form for _METHOD within the limit, whatever its type', () => {
    expect(fresh(3).formOf(post('text/x', 'a=1'))).toEqual({ a: '1' });
    expect(fresh(2).formOf(post(FORM, 'a=1'))).toBeNull();
    const parsed = fresh();
    const request = post(FORM, 'a.b=1');
    const form = parsed.formOf(request);
    expect(form).toEqual({ a_b: '1' });
    expect(parsed.of(request)).toBe(form);
  });

  it('fails to be read as a form only once', () => {
    const parsed = fresh();
    const request = post(`${FORM}; charset=utf-7`, 'a=1');
    expect(() => parsed.formOf(request)).toThrow(expect.objectContaining({ status: 415 }));
    expect(parsed.formOf(request)).toBeNull();
    expect(() => parsed.formOf(post(`${FORM}; charset=utf-7`, 'a=1'))).toThrow();
  });

  it('reads another body again', () => {
    const parsed = fresh();
    expect(parsed.formOf(post(FORM, 'a=1'))).toEqual({ a: '1' });
    expect(parsed.formOf(post(FORM, 'a=2'))).toEqual({ a: '2' });
  });
});
