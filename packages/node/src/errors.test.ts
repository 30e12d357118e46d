import { describe, expect, it } from '@jest/globals';
import { NodeAdapterError } from './index.js';

describe('NodeAdapterError', () => {
  it('is known across copies of the package', () => {
    const ofAnotherCopy = { [Symbol.for('@mortise/node/NodeAdapterError')]: true };
    expect(ofAnotherCopy).toBeInstanceOf(NodeAdapterError);
    expect(new Error('x')).not.toBeInstanceOf(NodeAdapterError);
  });
});
