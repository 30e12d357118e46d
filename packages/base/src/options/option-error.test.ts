import { describe, expect, it } from '@jest/globals';
import { brand } from '../index.js';
import { OptionError } from './index.js';

class ToyError extends OptionError {
  static {
    brand(this, '@mortise/toy/ToyError');
  }
}

describe('OptionError', () => {
  it('states the option, the value received and what was expected', () => {
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

  it('is the same class for every package, in every copy', () => {
    expect(new ToyError('a', 1, 'b')).toBeInstanceOf(OptionError);
    expect(new OptionError('a', 1, 'b')).not.toBeInstanceOf(ToyError);
  });
});
