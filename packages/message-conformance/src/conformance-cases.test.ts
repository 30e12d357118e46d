import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message-plain';
import { conformanceCases } from './index.js';

describe('conformanceCases', () => {
  it('names each case once', () => {
    const names = conformanceCases(factories).map(({ contract, name }) => `${contract}: ${name}`);
    expect(names).toEqual([...new Set(names)]);
  });
});
