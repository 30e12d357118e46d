import { describe, expect, it } from '@jest/globals';
import { Container } from './index.js';

describe('Container', () => {
  it('makes an entry once, when it is asked for', () => {
    let made = 0;
    const container = new Container({ a: () => ({ made: ++made }) });
    expect(made).toBe(0);
    expect(container.get('a')).toBe(container.get('a'));
    expect(made).toBe(1);
  });

  it('gives an entry what the others are made of', () => {
    const container = new Container({ a: () => 1, b: (services) => [services.get('a')] });
    expect(container.get('b')).toEqual([1]);
  });

  it('replaces an entry that was made already', () => {
    const container = new Container({ a: () => 1 });
    container.get('a');
    expect(container.set('a', () => 2).get('a')).toBe(2);
  });

  it('asks the other container for what it does not have', () => {
    const container = new Container({}, new Container({ a: () => 1 }));
    expect([container.has('a'), container.get('a'), container.has('b')]).toEqual([true, 1, false]);
  });

  it('has no entry under the name of a member of objects, and says what is missing', () => {
    for (const id of ['constructor', '__proto__', 'a']) {
      expect(new Container().has(id)).toBe(false);
      expect(() => new Container().get(id)).toThrow(
        expect.objectContaining({ code: 'CONTAINER_ENTRY_MISSING', value: id }),
      );
    }
  });
});
