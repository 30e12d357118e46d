import { describe, expect, it } from '@jest/globals';
import { formEntries, parseForm } from './parse-form.js';
import { repeatedNames } from './repeated-names.js';

describe('formEntries', () => {
  it('returns the parameters as sent, decoded, in order', () => {
    expect(formEntries('')).toEqual([]);
    expect(formEntries('b=1&a%5B%5D=x+y&&b&=c&b=%E2%82%AC=')).toEqual([
      ['b', '1'],
      ['a[]', 'x y'],
      ['b', ''],
      ['', 'c'],
      ['b', '€='],
    ]);
    const latin = { charset: 'windows-1252', separators: '&;', start: 1 } as const;
    expect(formEntries('?%E9=1;a=%80', latin)).toEqual([
      ['é', '1'],
      ['a', '€'],
    ]);
    expect(formEntries(Buffer.from('é=1'))).toEqual([['é', '1']]);
  });

  it('has the limit of parseForm', () => {
    const options = { maxParameters: 1 };
    for (const read of [formEntries, parseForm]) {
      expect(() => read('a=1&b=2', options)).toThrow(
        expect.objectContaining({ code: 'FORM_TOO_MANY_PARAMETERS', status: 413 }),
      );
    }
    expect(formEntries('a=1&b=2', { ...options, onLimit: 'truncate' })).toEqual([['a', '1']]);
  });
});

describe('repeatedNames', () => {
  const found = (form: string, options: Parameters<typeof repeatedNames>[1] = {}) =>
    repeatedNames(formEntries(form), options).map(({ path, values }) => [path.join('.'), values]);

  it.each<[string, unknown[]]>([
    ['', []],
    ['a=1&b=1', []],
    ['a[]=1&a[]=2', []],
    ['a[0]=1&a[1]=2', []],
    ['a[][b]=1&a[][b]=2', []],
    ['[a]=1&[a]=2', []],
    ['=1&=2', []],
    ['a=1&a[b]=2', []],
    ['a=1&a=2', [['a', ['1', '2']]]],
    ['a=1&b=3&a=1&a=', [['a', ['1', '1', '']]]],
    ['a[]=1&a=2', [['a', ['1', '2']]]],
    ['a=1&a%5B%20%5D=2', [['a', ['1', '2']]]],
    [
      'b[x]=3&a[0]=1&a[0]=2&b%5Bx%5D=4',
      [
        ['b.x', ['3', '4']],
        ['a.0', ['1', '2']],
      ],
    ],
    ['a[b][]=1&a[b]=2', [['a.b', ['1', '2']]]],
    ['a[b=1&a_b=2', [['a_b', ['1', '2']]]],
    ['a.b=1&a_b=2', []],
  ])('finds in %s the names of which PHP would lose a value', (form, expected) => {
    expect(found(form)).toEqual(expected);
  });

  it('reads names by the options with which the form is read', () => {
    expect(found('a.b=1&a_b=2', { phpNames: true })).toEqual([['a_b', ['1', '2']]]);
    expect(found('a[b]=1&a[b]=2', { maxDepth: 0 })).toEqual([]);
    expect(found('a[b]=1&a[b]=2', { maxDepth: Number.NaN })).toEqual([]);
    expect(found('a[b]=1&a[b]=2', { maxDepth: 1 })).toEqual([['a.b', ['1', '2']]]);
  });

  it('takes values of any kind', () => {
    const [one, two] = [{ size: 1 }, { size: 2 }];
    expect(
      repeatedNames([
        ['f', one],
        ['f', two],
      ]),
    ).toEqual([{ path: ['f'], values: [one, two] }]);
  });
});
