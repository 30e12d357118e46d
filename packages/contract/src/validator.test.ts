import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import * as z from 'zod';
import * as mini from 'zod/mini';
import { unhandledRejectionsOf } from '../../../tooling/testing/unhandled-rejections.js';
import { isThenable } from '@mortise/base';
import { validatorOf } from './validator.js';

const offline = (): Promise<never> => Promise.reject(new Error('offline'));

describe('the validator of a schema', () => {
  it('is the same for each call', () => {
    const schema = z.string();
    expect(validatorOf(schema)).toBe(validatorOf(schema));
  });

  it.each([
    ['zod', z.object({ a: z.string().transform((text) => text.length) })],
    [
      'zod/mini',
      mini.object({
        a: mini.pipe(
          mini.string(),
          mini.transform((text) => text.length),
        ),
      }),
    ],
    [
      'valibot',
      v.object({
        a: v.pipe(
          v.string(),
          v.transform((text) => text.length),
        ),
      }),
    ],
  ])('returns the value or the issues of %s at once', (_name, schema) => {
    const validate = validatorOf(schema);
    expect(validate({ a: 1 })).toMatchObject({ issues: [{ path: expect.anything() as unknown }] });
    for (let time = 0; time < 2; time++)
      expect(validate({ a: 'ab' })).toMatchObject({ value: { a: 2 } });
    expect(validate({ a: 1 })).toMatchObject({ issues: [{}] });
  });

  it('calls a refinement of zod once for each value after the first valid one', () => {
    const seen: string[] = [];
    const validate = validatorOf(z.string().refine((text) => seen.push(text)));
    for (const text of ['a', 'b', 'c']) expect(validate(text)).toEqual({ value: text });
    expect(seen).toEqual(['a', 'a', 'b', 'c']);
  });

  it('waits for refinements of zod, each of which runs once after the first value', async () => {
    const seen: string[] = [];
    const check = (text: string): Promise<boolean> => Promise.resolve(seen.push(text) < 4);
    const validate = validatorOf(z.string().refine(check, 'too many'));
    expect(await validate('a')).toEqual({ value: 'a' });
    expect(await validate('b')).toEqual({ value: 'b' });
    expect(await validate('c')).toMatchObject({ issues: [{ message: 'too many', path: [] }] });
    expect(seen).toEqual(['a', 'a', 'b', 'c']);
  });

  it('leaves no rejection of zod beside its own, whatever values came before', async () => {
    const validate = validatorOf(z.object({ a: z.string().refine(offline) }));
    const rejections = await unhandledRejectionsOf(async () => {
      expect(validate({ a: 1 })).toMatchObject({ issues: [{}] });
      for (let time = 0; time < 2; time++) {
        await expect(Promise.resolve(validate({ a: 'x' }))).rejects.toThrow('offline');
      }
    });
    expect(rejections).toEqual([]);
  });

  it('rejects if a refinement of zod throws, and returns later results at once', async () => {
    const schema = z.string().refine((text) => {
      if (text === 'bad') throw new TypeError('no');
      return true;
    });
    const validate = validatorOf(schema);
    await expect(Promise.resolve(validate('bad'))).rejects.toThrow('no');
    expect(isThenable(validate('good'))).toBe(false);
    await expect(Promise.resolve(validate('bad'))).rejects.toThrow('no');
    expect(validate('good')).toEqual({ value: 'good' });
  });
});
