import { describe, it } from '@jest/globals';
import { memoryStore } from '@mortise/store';
import { storeCases } from '../src/index.js';

describe('memoryStore keeps the contract of a store', () => {
  it.each(storeCases(() => memoryStore()))('$name', ({ run }) => run());
});
