import { describe, expect, it } from '@jest/globals';
import { boolean, integer, merged, optional, options, or } from './index.js';

interface Page {
  readonly size?: number;
  readonly first?: boolean;
}
const page = options<Page>()('page', { size: optional(integer(1)), first: or(boolean, false) });

class Small {
  readonly #size = 3;
  get size(): number {
    return this.#size;
  }
}

describe('merged', () => {
  it('keeps members of plain objects, as a spread does', () => {
    expect(merged({ size: 3, first: true }, { size: 5 })).toEqual({ size: 5, first: true });
  });

  it.each([
    ['outer', merged(new Small(), { first: true })],
    ['inner', merged({ size: 9, first: true }, new Small())],
    ['twice merged', merged(merged({}, new Small()), { first: true })],
    ['inherited', merged(Object.create({ size: 3 }) as Page, { first: true })],
  ])('keeps members of %s options that a class or a prototype has', (_, both) => {
    expect(page(both)).toEqual({ size: 3, first: true });
  });

  it('omits own members, so that they are not checked, and leaves inherited ones unchecked', () => {
    const name = 'a' as const;
    expect(merged({ size: 3, name }, {}, ['name'])).toEqual({ size: 3 });
    expect(page(merged(Object.assign(new Small(), { name }), {}, ['name'])).size).toBe(3);
    expect(page(merged(Object.create({ size: 3, name }) as { name: 'a' }, {}, ['name']))).toEqual({
      size: 3,
      first: false,
    });
  });

  it('replaces an inherited member', () => {
    expect(page(merged(new Small(), { size: 7 })).size).toBe(7);
  });

  it('leaves own members to be checked by name, and other members of a class alone', () => {
    const both = merged(Object.assign(new Small(), { sise: 1 }), {});
    expect(() => page(both)).toThrow('unknown option page.sise; expected page.size');
    class Other extends Small {
      helper(): void {
        throw new Error('called');
      }
    }
    expect(page(merged(new Other(), {})).size).toBe(3);
  });

  it('keeps an object without options recognizable', () => {
    const { signal } = new AbortController();
    expect(() => page(merged(signal as Page, {}))).toThrow('expected an object with any of size');
  });
});
