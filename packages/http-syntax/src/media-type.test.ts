import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { hostile } from '../test/properties.js';
import { formatMediaType, parseMediaType } from './media-type.js';

const token = fc.string({
  unit: fc.constantFrom(...Array.from('aZ0+-._')),
  minLength: 1,
  maxLength: 6,
});
const parameter = fc
  .tuple(token, fc.oneof(token, fc.constantFrom('"a b"', '"\\"\\\\"', '""', '"a,b;c=d"')))
  .map(([name, value]) => `;${name}=${value}`);
const mediaType = fc
  .tuple(token, token, fc.array(parameter, { maxLength: 3 }))
  .map(([type, subtype, parameters]) => `${type}/${subtype}${parameters.join(' ')}`);

describe('parseMediaType', () => {
  it('splits type, subtype, essence and suffix, in lower case', () => {
    expect(parseMediaType(' Application/VND.Api+JSON\t')).toEqual({
      type: 'application',
      subtype: 'vnd.api+json',
      essence: 'application/vnd.api+json',
      suffix: '+json',
      parameters: {},
    });
  });

  it.each([
    ['a/b', ''],
    ['a/b+json', '+json'],
    ['a/b+c+json', '+json'],
    ['a/+json', '+json'],
    ['a/b+', '+'],
    ['a+xml/b', ''],
    ['a/b;c=d+json', ''],
  ])('of %s takes as suffix the end from the last + of the subtype: %j', (text, suffix) => {
    expect(parseMediaType(text)?.suffix).toBe(suffix);
  });

  it.each<[string, Record<string, string>]>([
    ['a/b;c=d', { c: 'd' }],
    ['a/b ;\tCharset=UTF-8 ; x=y', { charset: 'UTF-8', x: 'y' }],
    ['a/b;c="d;e, \\"f\\""', { c: 'd;e, "f"' }],
    ['a/b;c=""', { c: '' }],
    ['a/b;', {}],
    ['a/b;;c=d; ;', { c: 'd' }],
    ['a/b;c=1;C=2', { c: '2' }],
  ])('reads the parameters of %j', (text, parameters) => {
    expect({ ...parseMediaType(text)?.parameters }).toEqual(parameters);
  });

  it.each([
    '',
    ';',
    ';charset=utf-8',
    'text',
    'text/',
    '/html',
    'a/b/c',
    'a /b',
    'a/ b',
    'application/json garbage',
    'application/json\tx',
    'application/json\n',
    'application/json\0',
    'application/json, text/html',
    'a/b;c',
    'a/b;c=',
    'a/b;=d',
    'a/b;c = d',
    'a/b;c="d',
    'a/b;c="d"e',
    'a/b;c=d e',
    'a/b;c=d,e/f',
    'a/b;c=\u0141',
  ])('finds no media type in %j', (text) => {
    expect(parseMediaType(text)).toBeNull();
  });

  it('stores a parameter named __proto__ like any other', () => {
    const parameters = parseMediaType('a/b;__proto__=c')?.parameters ?? {};
    expect(Object.getPrototypeOf(parameters)).toBeNull();
    expect(Object.entries(parameters)).toEqual([['__proto__', 'c']]);
  });

  it('reads formatted media types back, even with another case and whitespace', () => {
    fc.assert(
      fc.property(hostile(mediaType, 'aB/;=" ,\\\t+'), (text) => {
        const read = parseMediaType(text);
        fc.pre(read !== null);
        const formatted = formatMediaType(read);
        expect(parseMediaType(formatted)).toEqual(read);
        const essenceInCapitals = formatted.replace(read.essence, read.essence.toUpperCase());
        expect(parseMediaType(` ${essenceInCapitals}\t`)).toEqual(read);
      }),
      { numRuns: numRuns() },
    );
  });

  it('accepts what a regular expression of the whole grammar accepts', () => {
    const t = "[!#$%&'*+.^_`|~\\w-]+";
    const value = `(?:${t}|"(?:[^"\\\\]|\\\\[^])*")`;
    const grammar = new RegExp(
      `^[ \\t]*${t}/${t}(?:[ \\t]*;[ \\t]*(?:${t}=${value})?)*[ \\t]*(?![^])`,
    );
    fc.assert(
      fc.property(hostile(mediaType, 'aB/;=" ,\\\t+'), (text) => {
        expect(parseMediaType(text) !== null).toBe(grammar.test(text));
      }),
      { numRuns: numRuns() },
    );
  });
});

describe('formatMediaType', () => {
  it('quotes values that are not tokens', () => {
    const parameters = { charset: 'utf-8', title: 'a "b"', empty: '' };
    expect(formatMediaType({ essence: 'text/html', parameters })).toBe(
      'text/html; charset=utf-8; title="a \\"b\\""; empty=""',
    );
  });
});
