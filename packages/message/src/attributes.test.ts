import { describe, expect, it } from '@jest/globals';
import {
  allAttributes,
  type Attributes,
  attributeOf,
  withAttribute,
  withoutAttribute,
} from './attributes.js';

describe('attributes', () => {
  it('have the latest value of a name', () => {
    const list = withAttribute(withAttribute(null, 'a', 1), 'a', 2);
    expect(attributeOf(list, 'a', 'none')).toBe(2);
    expect({ ...allAttributes(list) }).toEqual({ a: 2 });
  });

  it('return undefined and null that were set, not the fallback', () => {
    const list = withAttribute(withAttribute(null, 'a', undefined), 'b', null);
    expect(attributeOf(list, 'a', 'none')).toBeUndefined();
    expect(attributeOf(list, 'b', 'none')).toBeNull();
  });

  it.each(['__proto__', 'constructor', 'toString', ''])('store %j like any other name', (name) => {
    expect(attributeOf(null, name, 'none')).toBe('none');
    const list = withAttribute(null, name, 1);
    expect(attributeOf(list, name, 'none')).toBe(1);
    expect(Object.entries(allAttributes(list))).toEqual([[name, 1]]);
  });

  it('drop a removed name, and have it again after it is set again', () => {
    const removed = withoutAttribute(withAttribute(null, 'a', 1), 'a');
    expect(attributeOf(removed, 'a', 'none')).toBe('none');
    expect(Object.keys(allAttributes(removed))).toEqual([]);
    expect(attributeOf(withAttribute(removed, 'a', 2), 'a', 'none')).toBe(2);
  });

  it('stay the same list if an absent name is removed', () => {
    const list = withAttribute(null, 'a', 1);
    expect(withoutAttribute(list, 'b')).toBe(list);
    expect(withoutAttribute(null, 'b')).toBeNull();
  });

  it('do not change older lists', () => {
    const older = withAttribute(null, 'a', 1);
    withAttribute(older, 'a', 2);
    withoutAttribute(older, 'a');
    expect(attributeOf(older, 'a', 'none')).toBe(1);
  });

  it('are in the order in which their names were first set', () => {
    const list = ['b', 'a', 'b', 'c'].reduce<Attributes>(
      (all, name) => withAttribute(all, name, 0),
      null,
    );
    expect(Object.keys(allAttributes(list))).toEqual(['b', 'a', 'c']);
  });

  it('are found in a list of any length, whether or not all were read before', () => {
    const names = Array.from({ length: 200 }, (_, index) => `n${index % 120}`);
    let list: Attributes = null;
    for (const [index, name] of names.entries()) {
      list = withAttribute(list, name, index);
      if (index === 150) allAttributes(list);
    }
    list = withoutAttribute(list, 'n3');
    expect(attributeOf(list, 'n0', 'none')).toBe(120);
    expect(attributeOf(list, 'n100', 'none')).toBe(100);
    expect(attributeOf(list, 'n3', 'none')).toBe('none');
    expect(attributeOf(list, 'absent', 'none')).toBe('none');
    expect(Object.keys(allAttributes(list))).toHaveLength(119);
  });

  it('keep null and undefined in a list of any length', () => {
    const names = Array.from({ length: 100 }, (_, index) => `n${index}`);
    const empty = withAttribute(withAttribute(null, 'null', null), 'undefined', undefined);
    const list = names.reduce<Attributes>((all, name) => withAttribute(all, name, 0), empty);
    expect(attributeOf(list, 'null', 'none')).toBeNull();
    expect(attributeOf(list, 'undefined', 'none')).toBeUndefined();
  });

  it('cannot be changed through a returned object', () => {
    const list = withAttribute(null, 'a', 1);
    expect(Object.isFrozen(allAttributes(list))).toBe(true);
    expect(Object.isFrozen(allAttributes(null))).toBe(true);
  });
});
