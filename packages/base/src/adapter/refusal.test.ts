import { expect, it } from '@jest/globals';
import { refusal } from './index.js';

it('names the option, the value and what was expected', () => {
  expect(refusal('limits.fields', '4', 'an integer of at least 0')).toBe(
    'invalid limits.fields: received "4"; expected an integer of at least 0',
  );
});
