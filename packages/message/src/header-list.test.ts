import { describe, expect, it } from '@jest/globals';
import {
  addHeader,
  headerLine,
  headersByName,
  headerValues,
  removeHeader,
  replaceHeader,
  replaceHost,
} from './header-list.js';

const WIRE = ['A', '1', 'set-cookie', 'x=1', 'a', '2', 'Set-Cookie', 'y=2'];

describe('headerValues', () => {
  it('finds every field of a name in any case, in order', () => {
    expect(headerValues(WIRE, 'SET-COOKIE')).toEqual(['x=1', 'y=2']);
    expect(headerValues(WIRE, 'b')).toEqual([]);
  });

  it('does not match other characters whose lower case is ASCII', () => {
    expect(headerValues(['k', '1'], '\u212a')).toEqual([]);
    expect(headerValues(['K', '1'], 'k')).toEqual(['1']);
  });

  it('does not confuse tokens that differ by one bit', () => {
    expect(headerValues(['^', '1'], '~')).toEqual([]);
  });
});

describe('headersByName', () => {
  it('groups fields under the case of the first', () => {
    const byName = headersByName(WIRE);
    expect(Object.getPrototypeOf(byName)).toBeNull();
    expect({ ...byName }).toEqual({ A: ['1', '2'], 'set-cookie': ['x=1', 'y=2'] });
  });

  it.each(['__proto__', 'constructor', 'toString'])('stores %s like any other name', (name) => {
    expect(Object.entries(headersByName([name, 'v']))).toEqual([[name, ['v']]]);
  });
});

describe('headerLine', () => {
  it('joins the values with the given separator', () => {
    expect(headerLine(WIRE, 'a', ', ')).toBe('1, 2');
    expect(headerLine(WIRE, 'b', ', ')).toBe('');
  });
});

describe('replaceHeader', () => {
  it('puts all new values at the position of the first field', () => {
    expect(replaceHeader(WIRE, 'SET-COOKIE', ['p', 'q'])).toEqual([
      ...['A', '1', 'SET-COOKIE', 'p', 'SET-COOKIE', 'q', 'a', '2'],
    ]);
  });

  it('adds an absent header at the end', () => {
    expect(replaceHeader(['A', '1'], 'B', '2')).toEqual(['A', '1', 'B', '2']);
  });

  it('trims spaces and tabs, and nothing else', () => {
    expect(replaceHeader([], 'A', ' \tv\t ')).toEqual(['A', 'v']);
    expect(() => replaceHeader([], 'A', '\u00a0v\n')).toThrow('header value');
  });

  it.each(['', 'a b', 'a:', 'a\n', 'ä', '\0'])('refuses the name %j', (name) => {
    expect(() => replaceHeader([], name, 'v')).toThrow(
      expect.objectContaining({ code: 'HEADER_NAME_INVALID', value: name }),
    );
  });

  it.each([[[]], ['a\r\nb'], ['v\n'], ['\0'], ['\x7f'], ['\u0100'], [['a', 'b\n']], [5], [null]])(
    'refuses the value %j',
    (value) => {
      expect(() => replaceHeader([], 'A', value as string)).toThrow(
        expect.objectContaining({ code: 'HEADER_VALUE_INVALID' }),
      );
    },
  );
});

describe('addHeader', () => {
  it('adds values after the last field, with the case of the first', () => {
    expect(addHeader(['A', '1', 'B', '2', 'a', '3', 'C', '4'], 'a', ['5', '6'])).toEqual([
      ...['A', '1', 'B', '2', 'a', '3', 'A', '5', 'A', '6', 'C', '4'],
    ]);
  });
});

describe('removeHeader', () => {
  it('removes every field of a name', () => {
    expect(removeHeader(WIRE, 'a')).toEqual(['set-cookie', 'x=1', 'Set-Cookie', 'y=2']);
  });

  it('returns the same list if the name is absent', () => {
    expect(removeHeader(WIRE, 'b')).toBe(WIRE);
  });
});

describe('replaceHost', () => {
  it('puts Host first if it is absent, and otherwise keeps its position', () => {
    expect(replaceHost(['A', '1'], 'h')).toEqual(['Host', 'h', 'A', '1']);
    expect(replaceHost(['A', '1', 'host', 'g'], 'h')).toEqual(['A', '1', 'Host', 'h']);
  });
});
