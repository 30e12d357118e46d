import { describe, expect, it } from '@jest/globals';
import * as formEncoding from './index.js';

describe('the exports', () => {
  it('are these', () => {
    expect(Object.keys(formEncoding)).toEqual([
      'FormError',
      'buildForm',
      'createFormTree',
      'formCharset',
      'parseForm',
    ]);
  });
});

describe('FormError', () => {
  it('is recognized by its brand, whichever copy of the package created it', () => {
    const brand = Symbol.for('@mortise/form-encoding/FormError');
    expect({ [brand]: true } instanceof formEncoding.FormError).toBe(true);
    expect(new Error('other') instanceof formEncoding.FormError).toBe(false);
  });
});
