import { describe, it } from '@jest/globals';
import { memoryPubSub } from '@mortise/pubsub';
import { pubSubCases } from '../src/index.js';

describe('memoryPubSub keeps the contract of a bus', () => {
  const create = () => {
    const bus = memoryPubSub({ onError: () => undefined });
    return { bus, other: bus };
  };
  it.each(pubSubCases(create))('$name', ({ run }) => run());
});
