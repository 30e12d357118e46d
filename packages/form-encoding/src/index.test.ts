import { describe, expect, it } from '@jest/globals';
import * as formEncoding from './index.js';

describe('the exports', () => {
  it('are these', () => {
    expect(Object.keys(formEncoding)).toEqual([
      'FormError',
      'buildForm',
      'createFormTree',
      'formCharset',
      'formEntries',
      'parseForm',
      'repeatedNames',
    ]);
  });
});

describe('FormError', () => {
  it('says what exceeds which limit, and what contains itself', () => {
    const loop: Record<string, formEncoding.FormInput> = { a: '1' };
    loop['b c'] = { d: loop };
    const { parseForm, buildForm, createFormTree } = formEncoding;
    const tree = createFormTree({ maxDepth: 0 });
    const messageOf = (action: () => unknown): unknown => {
      try {
        return action();
      } catch (error) {
        const { code, status, message, name } = error as formEncoding.FormError;
        return [code, status, message, name];
      }
    };
    expect([
      messageOf(() => parseForm('a=1&b=2', { maxParameters: 1 })),
      messageOf(() => parseForm('x%20y[b][c]=1', { maxDepth: 1 })),
      messageOf(() => {
        tree.put('a[b]', '1');
      }),
      messageOf(() => buildForm(loop)),
    ]).toEqual([
      ['FORM_TOO_MANY_PARAMETERS', 413, 'The form exceeds the limit of 1 parameters.', 'FormError'],
      ['FORM_TOO_DEEP', 400, 'The name "x y" exceeds the limit of 1 levels.', 'FormError'],
      ['FORM_TOO_DEEP', 400, 'The name "a" exceeds the limit of 0 levels.', 'FormError'],
      ['FORM_CYCLE', 500, '"b+c%5Bd%5D" contains itself', 'FormError'],
    ]);
  });

  it('has a text that is safe to show to clients', () => {
    expect(Reflect.get(formEncoding.FormError.prototype, Symbol.for('@mortise/http-error'))).toBe(
      true,
    );
  });

  it('is recognized by its brand, whichever copy of the package created it', () => {
    const brand = Symbol.for('@mortise/form-encoding/FormError');
    expect({ [brand]: true } instanceof formEncoding.FormError).toBe(true);
    expect(new Error('other') instanceof formEncoding.FormError).toBe(false);
  });
});
