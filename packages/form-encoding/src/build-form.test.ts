import { describe, expect, it } from '@jest/globals';
import { type FormInput, buildForm, parseForm } from './index.js';

describe('buildForm', () => {
  it.each([
    [{}, ''],
    [{ a: '1', b: '2' }, 'a=1&b=2'],
    [{ a: ['x', 'y'] }, 'a%5B0%5D=x&a%5B1%5D=y'],
    [{ a: { b: { c: 'd' } } }, 'a%5Bb%5D%5Bc%5D=d'],
    [
      { yes: true, no: false, n: 1.5, big: 10n ** 20n },
      'yes=1&no=0&n=1.5&big=100000000000000000000',
    ],
    [{ a: null, b: undefined, c: [], d: {}, e: '' }, 'e='],
    [{ 'a b&c=d+é': "%~!'()*" }, 'a+b%26c%3Dd%2B%C3%A9=%25%7E%21%27%28%29%2A'],
    [{ 'a]b': '\ud800' }, 'a%5Db=%EF%BF%BD'],
  ])('writes %j as http_build_query does', (data, expected) => {
    expect(buildForm(data)).toBe(expected);
  });

  it.each([
    ['+', /[\w.-]/],
    ['%20', /[\w.~-]/],
  ] as const)('escapes every other character with space %j than %s', (space, kept) => {
    for (let code = 0; code < 0x80; code++) {
      const character = String.fromCharCode(code);
      const escaped = `%${code.toString(16).toUpperCase().padStart(2, '0')}`;
      const expected = kept.test(character) ? character : character === ' ' ? space : escaped;
      expect(buildForm({ a: character }, { space })).toBe(`a=${expected}`);
    }
  });

  it('writes a list as names 0, 1, 2, ...', () => {
    expect(buildForm(['a', 'b'])).toBe('0=a&1=b');
  });

  it('writes spaces as in RFC 3986 if configured', () => {
    expect(buildForm({ 'a b': 'c d~' }, { space: '%20' })).toBe('a%20b=c%20d~');
  });

  it('refuses data that contains itself', () => {
    const data: Record<string, FormInput> = {};
    data.a = { b: data };
    expect(() => buildForm(data)).toThrow(
      expect.objectContaining({ code: 'FORM_CYCLE', status: 500 }),
    );
  });

  it('names the place of data that contains itself, in lists too', () => {
    const list: FormInput[] = ['x'];
    list.push([list]);
    expect(() => buildForm({ a: list })).toThrow('"a%5B1%5D%5B0%5D" contains itself');
    const beside = { x: '1' };
    expect(buildForm({ a: [beside, [beside]], b: { c: beside } })).toBe(
      'a%5B0%5D%5Bx%5D=1&a%5B1%5D%5B0%5D%5Bx%5D=1&b%5Bc%5D%5Bx%5D=1',
    );
  });

  it('writes one object in two places twice', () => {
    const shared = { x: '1' };
    expect(buildForm({ a: shared, b: shared })).toBe('a%5Bx%5D=1&b%5Bx%5D=1');
  });

  it('writes 20,000 levels without running out of stack', () => {
    let data: FormInput = 'x';
    for (let level = 0; level < 20_000; level++) data = { a: data };
    expect(buildForm({ a: data })).toHaveLength('a=x'.length + 20_000 * '%5Ba%5D'.length);
  });

  const unwritable = expect.objectContaining({ code: 'FORM_UNWRITABLE', status: 500 });

  it.each<[FormInput[]]>([
    [[[]]],
    [[['x'], []]],
    [[[], ['x']]],
    [[{}]],
    [[{ tags: [], note: null }]],
    [[[[]]]],
    [[null, 'x']],
    [['x', undefined]],
  ])('refuses an item that writes nothing, in %j, if it has to be exact', (list) => {
    for (const data of [{ list }, { a: { list } }, list]) {
      expect(() => buildForm(data, { exact: true })).toThrow(unwritable);
      expect(() => buildForm(data)).not.toThrow();
    }
  });

  it.each(['', '[a]', 'a\0b', '__proto__'])(
    'refuses the name %j at every level if it has to be exact',
    (name) => {
      const data = Object.fromEntries([[name, 'x']]);
      for (const input of [data, { a: data }, { a: [data] }]) {
        expect(() => buildForm(input, { exact: true })).toThrow(unwritable);
        expect(parseForm(buildForm(input))).not.toEqual(input);
      }
    },
  );

  it.each([' ', '\t', '\n', '\v', '\f', '\r'])(
    'refuses the name %j below the first level, where it appends to a list, if it has to be exact',
    (name) => {
      expect(() => buildForm({ a: { [name]: 'x' } }, { exact: true })).toThrow(unwritable);
      const others = { [name]: 'x', a: { [`${name}${name}`]: 'x', [`b${name}`]: 'x' } };
      expect(parseForm(buildForm(others, { exact: true }))).toEqual(others);
    },
  );

  it('refuses the bracket that ends a name at its level if it has to be exact', () => {
    for (const data of [{ 'a[b': 'x' }, { '[': 'x' }, { a: { 'b]c': 'x' } }, { a: { ']': 'x' } }]) {
      expect(() => buildForm(data, { exact: true })).toThrow(unwritable);
      expect(parseForm(buildForm(data))).not.toEqual(data);
    }
    const other = { 'a]b': 'x', ']': 'y', a: { 'b[c': 'x', '[': 'y' } };
    expect(parseForm(buildForm(other, { exact: true }))).toEqual(other);
  });

  it.each([{ a: 'x\ud800' }, { a: ['\udc00x'] }, { 'a\ud800': 'x' }, { a: { '\udc00': 'x' } }])(
    'refuses an unpaired surrogate, which UTF-8 does not have, if it has to be exact: %j',
    (data) => {
      expect(() => buildForm(data, { exact: true })).toThrow(unwritable);
      expect(buildForm(data)).toContain('%EF%BF%BD');
    },
  );

  it('writes all else as before if it has to be exact', () => {
    const data = { a: [['x'], ['']], b: { c: [], d: {}, e: null }, 'f.g h': [{ i: [], j: 1 }] };
    expect(buildForm(data, { exact: true })).toBe(buildForm(data));
  });

  it('names the place that a form cannot express', () => {
    expect(() => buildForm({ 'a b': [['x'], { c: [] }] }, { exact: true })).toThrow(
      '"a+b%5B1%5D": a form cannot represent an empty or absent list item; omit the item, or send the data as JSON',
    );
    expect(() => buildForm({ a: [{ 'b]': 'x' }] }, { exact: true })).toThrow(
      '"a%5B0%5D%5Bb%5D%5D": a form cannot contain this name; rename it, or send the data as JSON',
    );
  });
});
