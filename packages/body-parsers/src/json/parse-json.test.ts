import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../../tooling/properties/num-runs.js';
import { BodyError } from '../body-error.js';
import { parseJson, parseJsonStrictly } from './parse-json.js';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe('parseJson', () => {
  it('returns ordinary objects at every level, as JSON.parse does', () => {
    const data = parseJson('{"a":[{"toString":1}]}') as { a: [object] };
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
    expect(Object.getPrototypeOf(data.a[0])).toBe(Object.prototype);
  });

  it.each([
    '{"__proto__":{"admin":true},"a":1}',
    '{"\\u005f_proto__":[1],"a":1}',
    '{"__\\u0070roto__":1,"a":1}',
    '{"_\\u005Fpr\\u006fto_\\u005f":null,"__proto__":{},"a":1}',
    '{"\\u005f\\u005f\\u0070\\u0072\\u006F\\u0074\\u006f\\u005F\\u005f":1,"a":1}',
  ])('drops __proto__ from %s', (text) => {
    const data = parseJson(text) ?? {};
    expect(Object.keys(data)).toEqual(['a']);
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  });

  it('drops __proto__ inside arrays, objects and what it names', () => {
    const text = '[[{"a":{"__proto__":{"__proto__":1},"b":[{"__proto__":1}]}}]]';
    expect(JSON.stringify(parseJson(text))).toBe('[[{"a":{"b":[{}]}}]]');
  });

  it.each([
    '',
    '7',
    '"text"',
    'null',
    'true',
    '{"a":',
    '[1,]',
    "{'a':1}",
    '\ufeff',
    '\ufeff\ufeff{}',
    '{} x',
  ])('returns null for %j', (text) => {
    expect(parseJson(text)).toBeNull();
  });

  it('reads bytes as UTF-8, and returns null for invalid UTF-8', () => {
    expect(parseJson(new TextEncoder().encode('["Кобзар"]'))).toEqual(['Кобзар']);
    expect(parseJson(bytes(0x5b, 0x22, 0xff, 0x22, 0x5d))).toBeNull();
  });

  it('reads U+FFFD in bytes, which also replaces invalid bytes elsewhere', () => {
    expect(parseJson(new TextEncoder().encode('["\ufffd"]'))).toEqual(['\ufffd']);
  });

  it.each(['["\\ud83d"]', '{"\\uDE00":1}', '[["\\ud83d\\u0041"]]', '["\ud83d"]'])(
    'returns null for half of a surrogate pair: %j',
    (text) => {
      expect(parseJson(text)).toBeNull();
    },
  );

  it('reads whole surrogate pairs, and text that only looks like half of one', () => {
    expect(parseJson('["\\ud83d\\ude00", "\\\\ud83d"]')).toEqual(['😀', '\\ud83d']);
    expect(parseJson('[null, 1, {"\\ud83d\\ude00": null}]')).toEqual([null, 1, { '😀': null }]);
  });

  it('reads 512 levels, and refuses any deeper nesting', () => {
    expect(parseJson(nested(512))).not.toBeNull();
    expect(parseJson(nested(513))).toBeNull();
    expect(parseJson(nested(500_000))).toBeNull();
  });

  it('counts the levels of objects as those of lists', () => {
    const objects = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
    expect(parseJson(objects(512))).not.toBeNull();
    expect(parseJson(objects(513))).toBeNull();
    expect(parseJson(`[${objects(511)}]`)).not.toBeNull();
    expect(parseJson(`[${objects(512)}]`)).toBeNull();
  });

  it.each(['"[]{}', '\\"]['])('does not count brackets in strings as levels: %j', (characters) => {
    const data = [[characters.repeat(600)]];
    expect(parseJson(JSON.stringify(data))).toEqual(data);
  });

  it('counts levels of mixed kinds, even between siblings', () => {
    const mixed = (levels: number) => '[{"a":'.repeat(levels / 2) + '1' + '}]'.repeat(levels / 2);
    expect(parseJson(mixed(512))).not.toBeNull();
    expect(parseJson(`[${mixed(512)}]`)).toBeNull();
    expect(parseJson(`[${'{},'.repeat(1000)}[[]]]`)).toHaveLength(1001);
    expect(parseJson(`[${'{},'.repeat(1000)}${nested(512)}]`)).toBeNull();
  });

  it('skips one byte order mark, in bytes and in text', () => {
    for (const text of ['\ufeff[1]', '\ufeff["\ufffd"]']) {
      expect(parseJson(Buffer.from(text))).toEqual(JSON.parse(text.slice(1)));
      expect(parseJson(text)).toEqual(JSON.parse(text.slice(1)));
    }
  });

  it('never throws, and never changes a prototype', () => {
    const soup = fc.string({
      unit: fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '1', '\\', '__proto__', 'null'),
    });
    fc.assert(
      fc.property(soup, (text) => {
        parseJson(text);
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: numRuns(100) },
    );
  });

  it('reads what JSON.stringify writes', () => {
    const tree = fc.letrec((tie) => ({
      tree: fc.oneof(
        fc.array(tie('leaf')),
        fc.dictionary(fc.string(), tie('leaf'), { noNullPrototype: false }),
      ),
      leaf: fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), tie('tree')),
    })).tree;
    fc.assert(
      fc.property(tree, (data) => {
        const text = JSON.stringify(data);
        fc.pre(!text.includes('__proto__'));
        expect(JSON.stringify(parseJson(text))).toBe(text);
        expect(parseJson(text)).toStrictEqual(JSON.parse(text));
      }),
      { numRuns: numRuns(100) },
    );
  });
});

describe('parseJsonStrictly', () => {
  it.each(['7', '{"a":', nested(513)])('refuses %s with BODY_MALFORMED', (text) => {
    expect(() => parseJsonStrictly(text)).toThrow(BodyError);
  });

  it.each([
    ['{"a": x}', 'unexpected "x" at position 6'],
    ['{"a":1,}', 'unexpected "}" at position 7'],
    ['[1, 2', 'unexpected end of input at position 5'],
    ['["a\tb"]', 'unexpected "\\t" at position 3'],
    ['["a\\x"]', 'unexpected "\\\\" at position 3'],
    ['{"a":"b', 'unexpected end of input at position 7'],
    ['\ufeff[1 2]', 'unexpected "2" at position 3'],
    ['\ufeff\ufeff{}', 'unexpected "\ufeff" at position 0'],
  ])('reports the position where %j is not JSON', (text, message) => {
    expect(() => parseJsonStrictly(text)).toThrow(
      `The JSON in the request body is invalid: ${message}`,
    );
  });

  it.each<[string, Uint8Array | string, string]>([
    ['a syntax error', '{', 'SyntaxError'],
    ['bytes that are not UTF-8', bytes(0xff), 'TypeError'],
  ])('keeps the cause for %s', (_what, body, name) => {
    expect(() => parseJsonStrictly(body)).toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ name }) }),
    );
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parseJsonStrictly(bytes(0x5b, 0xff))).toThrow(
      'The JSON in the request body is invalid: it is not valid UTF-8',
    );
  });

  it.each([
    '{"__proto__":{}}',
    '{"a":[{"__proto__":1}]}',
    '[{"\\u005f_proto__":null}]',
    '[[[{"__proto__":1}]],2]',
  ])('refuses the key __proto__ at any level: %s', (text) => {
    expect(() => parseJsonStrictly(text)).toThrow(
      'The JSON in the request body is invalid: the key "__proto__" is not allowed',
    );
  });

  it.each(['["\\ud83d"]', '{"\\ude00":1}', '["\ud83d"]'])(
    'refuses half of a surrogate pair: %s',
    (text) => {
      expect(() => parseJsonStrictly(text)).toThrow('a string has an unpaired surrogate');
    },
  );

  it('accepts whole surrogate pairs', () => {
    expect(parseJsonStrictly('["\\ud83d\\ude00", null]')).toEqual(['😀', null]);
  });

  it('accepts __proto__ as a value, and constructor as a key', () => {
    const text = '{"constructor":"__proto__"}';
    expect(JSON.stringify(parseJsonStrictly(text))).toBe(text);
  });

  it('reads 512 levels and refuses the 513th', () => {
    expect(parseJsonStrictly(nested(512))).not.toBeNull();
    expect(() => parseJsonStrictly(nested(513))).toThrow('nested deeper than 512 levels');
  });

  it.each(['', '\ufeff'])('returns null for an empty body: %j', (text) => {
    expect(parseJsonStrictly(text)).toBeNull();
    expect(parseJsonStrictly(Buffer.from(text))).toBeNull();
  });

  it('skips a byte order mark', () => {
    expect(parseJsonStrictly(Buffer.from('\ufeff{"a":1}'))).toEqual({ a: 1 });
    expect(parseJsonStrictly('\ufeff{"a":1}')).toEqual({ a: 1 });
  });
});
