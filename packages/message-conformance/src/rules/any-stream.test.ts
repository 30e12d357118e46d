import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message-plain';
import { ContractViolation } from '../contract-violation.js';
import { anyStream } from './any-stream.js';

it.each([
  [101, 'read never reaches the end', 100],
  [99, 'what was read is bytes [', 100],
])('of a stream with %d parts the kit says: %s', async (parts, sentence, expected) => {
  const stream = factories.createStream();
  let reads = 0;
  stream.read = () => {
    // Also a kit without a limit ends here.
    if (++reads > 101) return Promise.reject(new Error('read too often'));
    return Promise.resolve(new Uint8Array(reads > parts ? 0 : 1));
  };
  const rule = anyStream['reading in chunks returns everything in order, nothing twice'];
  const violation = await Promise.resolve(rule?.({ factories, create: () => stream })).catch(
    (error: unknown) => error,
  );
  expect(violation).toBeInstanceOf(ContractViolation);
  expect([String(violation).includes(sentence), reads]).toEqual([true, expected]);
});
