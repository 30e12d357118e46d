import { describe, expect, it } from '@jest/globals';
import { OptionError } from '@mortise/base/options';
import { HTTP_ERROR, OUTAGE } from '@mortise/base';
import { type StoreCode, StoreError } from './store-error.js';

const REFUSALS: readonly StoreCode[] = [
  ...(['STORE_KEY_INVALID', 'STORE_STEP_INVALID', 'STORE_TTL_INVALID'] as const),
  ...(['STORE_VALUE_INVALID', 'STORE_VALUE_TOO_LARGE'] as const),
];

describe('the error of a store', () => {
  it.each(REFUSALS)('%s is 500, has the refused value, and is no outage', (code) => {
    const error = new StoreError(code, 'refused', { value: 7 });
    expect(error).toMatchObject({ name: 'StoreError', code, status: 500, value: 7 });
    expect([error.message, error[HTTP_ERROR], error[OUTAGE]]).toEqual(['refused', true, false]);
    expect('cause' in error).toBe(false);
    expect(new StoreError(code, 'refused').value).toBeUndefined();
  });

  it('STORE_UNAVAILABLE is 503, has the error of the client as its cause, and is an outage', () => {
    const cause = new Error('gone');
    const error = StoreError.unavailable('down', cause);
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', status: 503, message: 'down', cause });
    expect([error[HTTP_ERROR], error[OUTAGE], error.value]).toEqual([true, true, undefined]);
    expect('cause' in StoreError.unavailable('closed')).toBe(false);
  });

  it('of an option is recognized from another copy of the package', () => {
    const other = { [Symbol.for('@mortise/base/OptionError')]: true };
    expect([other instanceof OptionError, {} instanceof OptionError]).toEqual([true, false]);
    expect(new OptionError('now', 7, 'a function')).toMatchObject({
      name: 'OptionError',
      code: 'OPTION_INVALID',
      option: 'now',
    });
  });
});
