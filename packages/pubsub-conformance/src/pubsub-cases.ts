import { contextRules } from './context-rules.js';
import { messageRules } from './message-rules.js';
import { orderRules } from './order-rules.js';
import { casesOf, type PubSubCase, type PubSubPair } from './pubsub-case.js';

/**
 * Returns a case for each rule of {@link PubSubInterface}. They can run at the same time.
 *
 * @param create creates two buses for one case, each time on the same server or on a new one. Each case closes them.
 */
export function pubSubCases(create: () => PubSubPair | Promise<PubSubPair>): readonly PubSubCase[] {
  return casesOf(
    { ...messageRules, ...orderRules, ...contextRules },
    create,
    async ({ bus, other }) => {
      try {
        await bus.close();
      } finally {
        await other.close();
      }
    },
  );
}
