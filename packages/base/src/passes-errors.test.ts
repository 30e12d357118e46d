import { describe, expect, it } from '@jest/globals';
import { markPassesErrors, passesErrors } from './passes-errors.js';

describe('markPassesErrors', () => {
  it('marks an object and a function, and returns it', () => {
    const object = { process: () => null };
    const call = (): null => null;
    expect([passesErrors(object), passesErrors(call)]).toEqual([false, false]);
    expect(markPassesErrors(object)).toBe(object);
    expect(markPassesErrors(call)).toBe(call);
    expect([passesErrors(object), passesErrors(call)]).toEqual([true, true]);
  });

  it('marks the instances of a class by its prototype', () => {
    class Layer {
      process = (): null => null;
    }
    markPassesErrors(Layer.prototype);
    expect(passesErrors(new Layer())).toBe(true);
  });

  it('uses the registered symbol, which other copies of the package read', () => {
    expect(passesErrors({ [Symbol.for('@mortise/passes-errors')]: true })).toBe(true);
  });

  it('adds no enumerable property', () => {
    expect({ ...markPassesErrors({ a: 1 }) }).toEqual({ a: 1 });
    expect(passesErrors({ ...markPassesErrors({}) })).toBe(false);
  });

  it.each([[null], [undefined], ['text'], [7]])('is false for %j', (value) => {
    expect(passesErrors(value)).toBe(false);
  });
});
