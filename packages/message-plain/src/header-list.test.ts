import { expect, it } from '@jest/globals';
import { HeaderList } from './header-list.js';

it('a list of raw headers is read in pairs, without a last name that has no value', () => {
  const raw = ['A', '1', 'a', '2', 'B'];
  expect(HeaderList.fromRaw(raw).raw()).toEqual(['A', '1', 'a', '2']);
});
