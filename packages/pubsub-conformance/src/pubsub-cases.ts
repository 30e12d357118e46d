import { ContractViolation } from './contract-violation.js';
import { messageRules } from './message-rules.js';
import { orderRules } from './order-rules.js';
import { freshTopic, type PubSubCase, type PubSubPair } from './pubsub-case.js';

/**
 * Returns a case for each rule of {@link PubSubInterface}. They can run at the same time.
 *
 * @param create creates two buses, for one case: over the same server each time or over another. Each case closes them.
 */
export function pubSubCases(create: () => PubSubPair | Promise<PubSubPair>): readonly PubSubCase[] {
  return Object.entries({ ...messageRules, ...orderRules }).map(([name, rule]) => ({
    name,
    run: async () => {
      const pair = await create();
      try {
        await rule(pair, freshTopic());
      } catch (error) {
        if (error instanceof ContractViolation) throw error;
        const sentence = 'the bus failed where the contract allows no error';
        throw new ContractViolation(sentence, { cause: error });
      } finally {
        await pair.bus.close();
        await pair.other.close();
      }
    },
  }));
}
