import { describe, expect, it } from '@jest/globals';
import { HeaderList, NO_HEADERS } from './header-list.js';

const WIRE = ['A', '1', 'set-cookie', 'x=1', 'a', '2', 'Set-Cookie', 'y=2'];
const wire = HeaderList.of(WIRE);

describe('values', () => {
  it('finds every field of a name in any case, in order', () => {
    expect(wire.values('SET-COOKIE')).toEqual(['x=1', 'y=2']);
    expect(wire.values('b')).toEqual([]);
  });

  it('does not match other characters whose lower case is ASCII', () => {
    expect(HeaderList.of(['k', '1']).values('\u212a')).toEqual([]);
    expect(HeaderList.of(['K', '1']).values('k')).toEqual(['1']);
  });

  it('does not confuse tokens that differ by one bit', () => {
    expect(HeaderList.of(['^', '1']).values('~')).toEqual([]);
  });
});

describe('byName', () => {
  it('groups fields under the case of the first', () => {
    const byName = wire.byName();
    expect(Object.getPrototypeOf(byName)).toBeNull();
    expect({ ...byName }).toEqual({ A: ['1', '2'], 'set-cookie': ['x=1', 'y=2'] });
  });

  it.each(['__proto__', 'constructor', 'toString'])('stores %s like any other name', (name) => {
    expect(Object.entries(HeaderList.of([name, 'v']).byName())).toEqual([[name, ['v']]]);
  });
});

describe('line', () => {
  it('joins the values with the given separator', () => {
    expect(wire.line('a', ', ')).toBe('1, 2');
    expect(wire.line('b', ', ')).toBe('');
  });
});

describe('with', () => {
  it('puts all new values at the position of the first field', () => {
    expect(wire.with('SET-COOKIE', ['p', 'q']).raw()).toEqual([
      ...['A', '1', 'SET-COOKIE', 'p', 'SET-COOKIE', 'q', 'a', '2'],
    ]);
  });

  it('adds an absent header at the end', () => {
    expect(HeaderList.of(['A', '1']).with('B', '2').raw()).toEqual(['A', '1', 'B', '2']);
  });

  it('trims spaces and tabs, and nothing else', () => {
    expect(NO_HEADERS.with('A', ' \tv\t ').raw()).toEqual(['A', 'v']);
    expect(() => NO_HEADERS.with('A', '\u00a0v\n')).toThrow(
      'value for the header A: received U+000A at index 2;',
    );
  });

  it.each(['', 'a b', 'a:', 'a\n', 'ä', '\0'])('refuses the name %j', (name) => {
    expect(() => NO_HEADERS.with(name, 'v')).toThrow(
      expect.objectContaining({ code: 'HEADER_NAME_INVALID', value: name }),
    );
  });

  it.each([[[]], ['a\r\nb'], ['v\n'], ['\0'], ['\x7f'], ['\u0100'], [['a', 'b\n']], [5], [null]])(
    'refuses the value %j',
    (value) => {
      expect(() => NO_HEADERS.with('A', value as string)).toThrow(
        expect.objectContaining({ code: 'HEADER_VALUE_INVALID' }),
      );
    },
  );
});

describe('the list of one Content-Type', () => {
  const listOf = (value: string | string[]) => NO_HEADERS.with('Content-Type', value);

  it('is one for each of the first 32 values, and right for all', () => {
    const values = Array.from({ length: 40 }, (_, at) => `x/${at}`);
    const lists = values.map(listOf);
    const isKept = values.map((value, at) => listOf(value) === lists[at]);
    expect(isKept.filter((is) => is)).toHaveLength(32);
    expect(isKept.slice(32)).toEqual(Array.from({ length: 8 }, () => false));
    for (const value of values) expect(listOf(value).raw()).toEqual(['Content-Type', value]);
  });

  it('is not kept for a list of values, or if it is not the only header', () => {
    expect(listOf(['x/0', 'x/1']).raw()).toEqual(['Content-Type', 'x/0', 'Content-Type', 'x/1']);
    expect(listOf(['x/0']).raw()).toEqual(['Content-Type', 'x/0']);
    const second = HeaderList.of(['A', '1']).with('Content-Type', 'x/0');
    expect(second.raw()).toEqual(['A', '1', 'Content-Type', 'x/0']);
    expect(NO_HEADERS.with('content-type', 'x/0').raw()).toEqual(['content-type', 'x/0']);
  });

  it('is trimmed, and refused each time if it is invalid', () => {
    expect(listOf(' x/0 ').raw()).toEqual(['Content-Type', 'x/0']);
    for (let round = 0; round < 2; round++) {
      expect(() => listOf('a\n')).toThrow(
        expect.objectContaining({ code: 'HEADER_VALUE_INVALID' }),
      );
    }
  });

  it('does not change when more is added to it', () => {
    expect(listOf('x/0').with('A', '1').raw()).toEqual(['Content-Type', 'x/0', 'A', '1']);
    expect(listOf('x/0').withAdded('A', '2').raw()).toEqual(['Content-Type', 'x/0', 'A', '2']);
    expect(listOf('x/0').raw()).toEqual(['Content-Type', 'x/0']);
  });
});

describe('withMissing and merged', () => {
  const list = HeaderList.of(['A', '1', 'B', '2', 'a', '3']);
  const others = HeaderList.of(['b', '4', 'C', '5', 'A', '6']);

  it('add only the names that a list does not have, or replace all values', () => {
    expect(list.withMissing(others).raw()).toEqual([...list.raw(), 'C', '5']);
    expect(HeaderList.merged(list, others).raw()).toEqual(['A', '6', 'b', '4', 'C', '5']);
    expect([list.raw().length, others.raw().length]).toEqual([6, 6]);
  });

  it('return the same list if there is nothing to add', () => {
    expect(list.withMissing(NO_HEADERS)).toBe(list);
    expect(list.withMissing(HeaderList.of(['b', '4']))).toBe(list);
    expect(HeaderList.merged(list, NO_HEADERS)).toBe(list);
  });

  it('use only the headers of a list that shares its array with a longer one', () => {
    const short = NO_HEADERS.with('X', '1');
    short.with('Y', '2');
    expect(NO_HEADERS.withMissing(short).raw()).toEqual(['X', '1']);
    expect(HeaderList.merged(NO_HEADERS, short).raw()).toEqual(['X', '1']);
    expect([{ ...short.byName() }, short.without('X').raw()]).toEqual([{ X: ['1'] }, []]);
  });
});

describe('withAdded', () => {
  it('adds values after the last field, with the case of the first', () => {
    const list = HeaderList.of(['A', '1', 'B', '2', 'a', '3', 'C', '4']);
    expect(list.withAdded('a', ['5', '6']).raw()).toEqual([
      ...['A', '1', 'B', '2', 'a', '3', 'A', '5', 'A', '6', 'C', '4'],
    ]);
  });
});

describe('without', () => {
  it('removes every field of a name', () => {
    expect(wire.without('a').raw()).toEqual(['set-cookie', 'x=1', 'Set-Cookie', 'y=2']);
  });

  it('returns the same list if the name is absent', () => {
    expect(wire.without('b')).toBe(wire);
  });
});

describe('withHost', () => {
  it('puts Host first if it is absent, and otherwise keeps its position', () => {
    expect(HeaderList.of(['A', '1']).withHost('h').raw()).toEqual(['Host', 'h', 'A', '1']);
    expect(HeaderList.of(['A', '1', 'host', 'g']).withHost('h').raw()).toEqual([
      ...['A', '1', 'Host', 'h'],
    ]);
  });
});

describe('lists that share an array', () => {
  it('never change the array that they were made of', () => {
    const raw = [...WIRE];
    HeaderList.of(raw).with('B', '1').with('C', '2');
    expect(raw).toEqual(WIRE);
  });

  it('do not see what another adds to the list that both were made of', () => {
    const common = NO_HEADERS.with('A', '1').with('B', '2');
    const one = common.with('C', 'one');
    const other = common.with('C', 'other').with('D', 'other');
    expect(one.raw()).toEqual(['A', '1', 'B', '2', 'C', 'one']);
    expect(other.raw()).toEqual(['A', '1', 'B', '2', 'C', 'other', 'D', 'other']);
    expect(common.raw()).toEqual(['A', '1', 'B', '2']);
  });

  it('find no name that only a longer one has, however many names there are', () => {
    let list = NO_HEADERS;
    const names = Array.from({ length: 100 }, (_, at) => `X-Header-${at}`);
    const lists = names.map((name) => (list = list.with(name, name)));
    const found = lists.map((one) => names.filter((name) => one.has(name.toLowerCase())).length);
    expect(found).toEqual(names.map((_, at) => at + 1));
  });

  it('find every value of a name, and only their own, however many names there are', () => {
    const names = Array.from({ length: 40 }, (_, at) => `X-Header-${at}`);
    const one = names.reduce((list, name) => list.with(name, '1'), NO_HEADERS);
    const two = one.withAdded('x-header-39', ['2', '3']);
    expect(two.values('X-HEADER-39')).toEqual(['1', '2', '3']);
    expect(one.values('X-HEADER-39')).toEqual(['1']);
  });

  it('find the values of every name in any case, also names that came after many others, and long ones', () => {
    const names = Array.from(
      { length: 1_000 },
      (_, at) => `X-${'long-'.repeat(at % 20)}Name-${at}`,
    );
    let list = NO_HEADERS;
    for (const name of names) list = list.with(name, '1').withAdded(name.toUpperCase(), '2');
    const wrong = names.filter((name) => list.line(name.toLowerCase(), ' ') !== '1 2');
    expect([list.raw().length, wrong]).toEqual([4_000, []]);
  });

  it('do not find other characters whose lower case is ASCII, however many names there are', () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `k${at}`);
    let list = NO_HEADERS;
    for (const name of names) list = list.with(name, name);
    const found = names.filter((name) => list.has(name) && list.has(name.replace('k', '\u212a')));
    expect([list.has('k999'), found]).toEqual([true, []]);
  });
});
