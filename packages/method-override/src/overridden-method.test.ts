import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { type Parts, post } from '../test/post.js';
import { overriddenMethod } from './overridden-method.js';

const FORM = 'application/x-www-form-urlencoded';

describe.each(implementations)('overriddenMethod with %s', (_, factories) => {
  const decide = (parts: Parts) => overriddenMethod(post(factories, parts));
  const decideField = (value: unknown) => decide({ contentType: FORM, body: { _METHOD: value } });

  it.each([
    ['PUT', 'PUT'],
    ['put', 'PUT'],
    [' \tdElEtE ', 'DELETE'],
    ['purge', 'PURGE'],
    ['POST', 'POST'],
    ['GET', 'GET'],
    ['__proto__', '__PROTO__'],
  ])('reads %j from the header or the field as %s', (value, method) => {
    expect(decide({ header: value })).toBe(method);
    expect(decideField(value)).toBe(method);
  });

  it.each([
    '',
    ' ',
    '0',
    'CONNECT',
    'connect',
    'TRACE',
    ' trace ',
    'BAD METHOD',
    'PUT,DELETE',
    'P\u00dcT',
    'PUT/',
  ])('finds no method in %j, whether header or field', (value) => {
    expect(decide({ header: value })).toBeNull();
    expect(decideField(value)).toBeNull();
  });

  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'post', 'PURGE'])(
    'keeps %s, even if header and field name another method',
    (method) => {
      const parts = { method, contentType: FORM, body: { _METHOD: 'PATCH' } };
      expect(decide({ ...parts, header: 'DELETE' })).toBeNull();
      expect(decide(parts)).toBeNull();
    },
  );

  it('prefers the header to the field, even if it names no usable method', () => {
    const field = { contentType: FORM, body: { _METHOD: 'PUT' } };
    expect(decide({ ...field, header: 'DELETE' })).toBe('DELETE');
    expect(decide({ ...field, header: 'TRACE' })).toBeNull();
    expect(decide({ ...field, header: ['PUT', 'DELETE'] })).toBeNull();
  });

  it.each(['', '0', ' '])('reads the field if the header is %j', (header) => {
    expect(decide({ contentType: FORM, body: { _METHOD: 'PUT' }, header })).toBe('PUT');
  });

  it.each([FORM, 'Application/X-WWW-Form-Urlencoded ; charset=utf-8'])(
    'reads the field of a body of type %s',
    (contentType) => {
      expect(decide({ contentType, body: { _METHOD: 'PUT' } })).toBe('PUT');
    },
  );

  it.each([
    'application/json',
    'multipart/form-data; boundary=x',
    'text/xml',
    'text/plain',
    '',
    `${FORM} garbage`,
    `${FORM}, text/plain`,
    `${FORM}+json`,
  ])('ignores the field of a body of type %j', (contentType) => {
    expect(decide({ contentType, body: { _METHOD: 'PUT' } })).toBeNull();
  });

  it('reads the header whatever the media type', () => {
    expect(decide({ header: 'PUT', contentType: 'application/json' })).toBe('PUT');
  });

  it.each<[string, object | undefined]>([
    ['no parsed body', undefined],
    ['another case', { _method: 'PUT' }],
    ['a list', { _METHOD: ['PUT'] }],
    ['a map', { _METHOD: { a: 'PUT' } }],
    ['a number', { _METHOD: 7 }],
    ['an inherited field', Object.create({ _METHOD: 'PUT' }) as object],
    ['a body that is a list', ['PUT']],
  ])('finds nothing in %s', (_name, body) => {
    expect(decide({ contentType: FORM, ...(body && { body }) })).toBeNull();
  });

  it('reads a form of the caller instead of the parsed body, once and only if the field decides', () => {
    let reads = 0;
    const readForm = () => {
      reads++;
      return { _METHOD: 'PATCH' };
    };
    const field = post(factories, { contentType: FORM, body: { _METHOD: 'PUT' } });
    expect([overriddenMethod(field, readForm), reads]).toEqual(['PATCH', 1]);
    for (const parts of [
      { method: 'PUT', contentType: FORM },
      { header: 'PUT', contentType: FORM },
      {},
    ]) {
      overriddenMethod(post(factories, parts), readForm);
    }
    expect(reads).toBe(1);
  });

  it('returns null or an upper-case token other than CONNECT and TRACE, for any text', () => {
    const text = fc.oneof(
      fc.constantFrom('connect', 'Trace', 'put', '0'),
      fc.string({ unit: fc.constantFrom(...Array.from('cOnEtRAp0 ,;\t')) }),
    );
    fc.assert(
      fc.property(text, (value) => {
        const method = decide({ header: value });
        expect(decideField(value)).toBe(method);
        fc.pre(method !== null);
        expect(method).toBe(value.trim().toUpperCase());
        expect(['CONNECT', 'TRACE', '0', '']).not.toContain(method);
      }),
      { numRuns: numRuns() },
    );
  });
});

it('reads the header and the field without the whitespace around them', () => {
  const request = {
    getMethod: () => 'POST',
    getHeaderLine: (name: string) => (name === 'Content-Type' ? FORM : '\t 0 '),
    getParsedBody: () => ({ _METHOD: ' put\t' }),
  };
  expect(overriddenMethod(request)).toBe('PUT');
  expect(overriddenMethod({ ...request, getHeaderLine: () => ' delete ' })).toBe('DELETE');
});
