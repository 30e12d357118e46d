import { describe, expect, it } from '@jest/globals';
import { assertOptionNames, brand, OptionError } from './index.js';

class ToyError extends OptionError {
  static {
    brand(this, '@mortise/toy/ToyError');
  }
}

describe('OptionError', () => {
  it('says which option was received with which value, and what was expected', () => {
    const error = new ToyError('origins[0]', 'https://a.example/', 'an origin');
    expect(error).toMatchObject({
      name: 'ToyError',
      code: 'OPTION_INVALID',
      option: 'origins[0]',
      value: 'https://a.example/',
      message: 'invalid origins[0]: received "https://a.example/"; expected an origin',
    });
    expect(error).not.toHaveProperty('status');
  });

  it('is the class of every package, of any copy', () => {
    expect(new ToyError('a', 1, 'b')).toBeInstanceOf(OptionError);
    expect(new OptionError('a', 1, 'b')).not.toBeInstanceOf(ToyError);
  });
});

describe('assertOptionNames', () => {
  const names = { origins: true, methods: true };

  it('passes options with known names, inherited ones aside', () => {
    const options = Object.assign(Object.create({ other: 1 }) as object, { origins: '*' });
    expect(() => {
      assertOptionNames(options, names, ToyError);
    }).not.toThrow();
  });

  it.each(['orgins', 'toString', '__proto__'])('refuses the name %s', (name) => {
    const options: unknown = JSON.parse(`{"${name}": 7}`);
    expect(() => {
      assertOptionNames(options, names, ToyError);
    }).toThrow(`invalid ${name}: received 7; expected one of the options origins, methods`);
  });

  it.each([undefined, null, 'origins', 7])('refuses %j, which is not an object', (options) => {
    expect(() => {
      assertOptionNames(options, names, ToyError);
    }).toThrow(ToyError);
  });
});
