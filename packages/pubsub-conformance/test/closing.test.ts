import { expect, it } from '@jest/globals';
import { memoryPubSub } from '@mortise/pubsub';
import { ContractViolation, pubSubCases } from '@mortise/pubsub-conformance';

const messageOf = (error: unknown) => (error as Error).message;
const failsToClose = () => Promise.reject(new Error('of close'));

it('reports the rule that does not hold, not the error of close, and closes both buses', async () => {
  const publish = () => Promise.reject(new Error('of publish'));
  let closed = 0;
  const close = () => {
    closed += 1;
    return Promise.resolve();
  };
  const [first] = pubSubCases(() => ({
    bus: Object.assign(memoryPubSub(), { publish, close: failsToClose }),
    other: Object.assign(memoryPubSub(), { publish, close }),
  }));
  const error: unknown = await first?.run().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ContractViolation);
  expect(messageOf((error as Error).cause)).toBe('of publish');
  expect(closed).toBe(1);
});

it('reports a bus that fails to close as a violation', async () => {
  const [first] = pubSubCases(() => {
    const bus = Object.assign(memoryPubSub(), { close: failsToClose });
    return { bus, other: bus };
  });
  const error: unknown = await first?.run().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ContractViolation);
  expect(messageOf((error as Error).cause)).toBe('of close');
});
