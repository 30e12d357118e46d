import { describe, expect, it } from '@jest/globals';
import { brand, CodedError, isPrototypeOfClass } from './index.js';

class ShopError extends CodedError<'SOLD_OUT'> {
  static {
    brand(this, '@shop/stock/ShopError');
  }
}

/** The same class of another copy of its package. */
const OtherCopy = class extends CodedError<'SOLD_OUT'> {
  static {
    brand(this, '@shop/stock/ShopError');
  }
};

class OwnShopError extends ShopError {}

const error = new ShopError('SOLD_OUT', 'none left', { cause: 7 });

describe('CodedError', () => {
  it('has a code, a message, a cause, and the name of its class in its stack', () => {
    expect(error).toMatchObject({ code: 'SOLD_OUT', message: 'none left', cause: 7 });
    expect(error.name).toBe('ShopError');
    expect(error.stack).toMatch(/^ShopError: none left\n/);
  });

  it('has its code as its only enumerable property', () => {
    expect(
      Reflect.ownKeys(error).filter(
        (key) => Object.getOwnPropertyDescriptor(error, key)?.enumerable,
      ),
    ).toEqual(['code']);
  });

  it('can be given another name', () => {
    const named = Object.assign(new ShopError('SOLD_OUT', 'none left'), { name: 'Other' });
    expect([named.name, error.name]).toEqual(['Other', 'ShopError']);
    class Renamed extends CodedError {
      static {
        brand(this, '@shop/stock/Renamed');
        Object.defineProperty(this.prototype, 'name', { value: 'Defined' });
      }
    }
    expect(new Renamed('X', 'x').name).toBe('Defined');
    class Computed extends CodedError {
      static {
        brand(this, '@shop/stock/Computed');
        Object.defineProperty(this.prototype, 'name', { get: () => 'Computed name' });
      }
    }
    expect(new Computed('X', 'x').name).toBe('Computed name');
  });

  it('is an instance of its class in every copy of a package', () => {
    expect(error).toBeInstanceOf(OtherCopy);
    expect(new OtherCopy('SOLD_OUT', 'none left')).toBeInstanceOf(ShopError);
    expect({ [Symbol.for('@shop/stock/ShopError')]: true }).toBeInstanceOf(ShopError);
  });

  it.each([
    new Error('x'),
    new CodedError('SOLD_OUT', 'x'),
    {},
    null,
    undefined,
    'text',
    ShopError,
  ])('does not treat %p as an instance of a subclass', (value) => {
    expect(value instanceof ShopError).toBe(false);
  });

  it('leaves instanceof of an unbranded class unchanged', () => {
    const own = new OwnShopError('SOLD_OUT', 'none left');
    expect(own).toBeInstanceOf(OwnShopError);
    expect(own).toBeInstanceOf(ShopError);
    expect(own).toBeInstanceOf(CodedError);
    expect(error instanceof OwnShopError).toBe(false);
  });
});

describe('isPrototypeOfClass', () => {
  it('is true for the class itself, in every copy of its package', () => {
    expect(isPrototypeOfClass(ShopError.prototype, ShopError)).toBe(true);
    expect(isPrototypeOfClass(OtherCopy.prototype, ShopError)).toBe(true);
    expect(isPrototypeOfClass(TypeError.prototype, TypeError)).toBe(true);
  });

  it('is true for a class that another copy of this package branded', () => {
    const own = Symbol.for('@shop/stock/ShopError');
    const branded = { prototype: {}, [Symbol.for('@mortise/base/brand')]: own };
    expect(isPrototypeOfClass(ShopError.prototype, branded)).toBe(true);
    expect(isPrototypeOfClass(branded.prototype, branded)).toBe(false);
  });

  it('is false for a subclass', () => {
    expect(isPrototypeOfClass(OwnShopError.prototype, ShopError)).toBe(false);
    expect(isPrototypeOfClass(OwnShopError.prototype, OwnShopError)).toBe(true);
    expect(isPrototypeOfClass(ShopError.prototype, OwnShopError)).toBe(false);
    expect(isPrototypeOfClass(TypeError.prototype, Error)).toBe(false);
  });
});
