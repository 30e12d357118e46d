import { describe, expect, it } from '@jest/globals';
import { createFormTree } from './index.js';

describe('createFormTree', () => {
  it('takes decoded names', () => {
    const tree = createFormTree();
    tree.put('a%5Bb%5D', '1');
    tree.put('c[+]', '2');
    tree.put('d[e]%5Bf%5D', '3');
    expect(tree.root).toEqual({ 'a%5Bb%5D': '1', c: { '+': '2' }, d: { e: '3' } });
  });

  it('treats objects as leaves, which are replaced and never traversed', () => {
    const tree = createFormTree<Date>();
    const [first, second, third] = [new Date(1), new Date(2), new Date(3)];
    tree.put('files[]', first);
    tree.put('file', second);
    tree.put('file[x]', third);
    expect(tree.root).toEqual({ files: [first], file: { x: third } });
    expect(Object.keys(second)).toEqual([]);
  });

  it('accepts 32 levels by default, and no more', () => {
    const tree = createFormTree();
    tree.put(`a${'[b]'.repeat(32)}`, '1');
    expect(() => {
      tree.put(`a${'[b]'.repeat(33)}`, '1');
    }).toThrow('The name "a" exceeds the limit of 32 levels.');
  });

  it('reads names as PHP does under phpNames only', () => {
    const names = [true, false, undefined].map((phpNames) => {
      const tree = createFormTree(phpNames === undefined ? {} : { phpNames });
      tree.put(' a.b[c.d]', '1');
      tree.put('e[f', '2');
      return tree.root;
    });
    const as = { ' a.b': { 'c.d': '1' }, e_f: '2' };
    expect(names).toEqual([{ a_b: { 'c.d': '1' }, e_f: '2' }, as, as]);
  });

  it('has a root without a prototype, into which later names are put', () => {
    const tree = createFormTree();
    const { root } = tree;
    tree.put('', 'dropped');
    tree.put('__proto__', 'dropped');
    tree.put('a', '1');
    tree.put('a', '2');
    expect([Object.getPrototypeOf(root), { ...root }, Object.isFrozen(root)]).toEqual([
      null,
      { a: '2' },
      false,
    ]);
  });

  it('refuses names over its depth', () => {
    const tree = createFormTree({ maxDepth: 1 });
    expect(() => {
      tree.put('a[b][c]', '1');
    }).toThrow(expect.objectContaining({ code: 'FORM_TOO_DEEP' }));
  });

  it('appends after the lowest 64-bit integer, and from 0 if the key is below it', () => {
    const tree = createFormTree();
    tree.put('a[-9223372036854775808]', '1');
    tree.put('a[]', '2');
    tree.put('b[-9223372036854775809]', '1');
    tree.put('b[]', '2');
    expect(tree.root).toEqual({
      a: { '-9223372036854775808': '1', '-9223372036854775807': '2' },
      b: { '-9223372036854775809': '1', 0: '2' },
    });
  });

  it('drops a variable that is too deep, unless an earlier level cannot be appended', () => {
    const tree = createFormTree({ maxDepth: 2, onLimit: 'truncate' });
    for (const name of ['a', 'b', 'c']) tree.put(`${name}[9223372036854775807]`, '1');
    tree.put('a[][x][y]', '2');
    tree.put('b[x][][y]', '2');
    tree.put('c[][__proto__][y]', '2');
    expect(tree.root).toEqual({
      a: { '9223372036854775807': '1' },
      c: { '9223372036854775807': '1' },
    });
  });

  it('appends to a map after its highest integer key, up to that of PHP', () => {
    const tree = createFormTree();
    tree.put('a[x]', '1');
    tree.put('a[]', '2');
    tree.put('a[7]', '3');
    tree.put('a[]', '4');
    tree.put('a[9223372036854775807]', '5');
    tree.put('a[]', '6');
    expect(tree.root).toEqual({
      a: { x: '1', 0: '2', 7: '3', 8: '4', '9223372036854775807': '5' },
    });
  });
});
