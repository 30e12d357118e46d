import { expect, it } from '@jest/globals';
import { RequestLifetime } from './request-lifetime.js';

it('the error of failed cleanups says so, with each failure in the order in which they ran', async () => {
  const [second, first] = [new Error('second'), new Error('first')];
  const lifetime = new RequestLifetime();
  lifetime.onEnd(() => {
    throw first;
  });
  lifetime.onEnd(() => Promise.reject(second));
  const error: unknown = await Promise.resolve(lifetime.end()).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(AggregateError);
  expect(error).toMatchObject({ message: 'request cleanups failed', errors: [second, first] });
});
