import { describe, it } from '@jest/globals';
import { pubSubCases } from '@mortise/pubsub-conformance';
import { memoryPubSub } from './index.js';

describe('memoryPubSub keeps the contract of a bus', () => {
  const create = () => {
    const bus = memoryPubSub({ onError: () => undefined });
    return { bus, other: bus };
  };
  it.each(pubSubCases(create))('$name', ({ run }) => run());
});
