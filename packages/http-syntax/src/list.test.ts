import { describe, expect, it } from '@jest/globals';
import { splitList } from './list.js';

describe('splitList', () => {
  it.each<[string, string[]]>([
    ['', []],
    [' , ,\t', []],
    ['a', ['a']],
    [' a ,b,, c d ', ['a', 'b', 'c d']],
    ['a="1,2", b', ['a="1,2"', 'b']],
    ['a="\\",", b', ['a="\\","', 'b']],
    ['a="b, c', ['a="b, c']],
    ['a\\", b', ['a\\", b']],
  ])('splits %j', (text, members) => {
    expect(splitList(text)).toEqual(members);
  });
});
