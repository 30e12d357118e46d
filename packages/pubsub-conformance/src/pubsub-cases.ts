import { contextRules } from './context-rules.js';
import { messageRules } from './message-rules.js';
import { orderRules } from './order-rules.js';
import { casesOf, type PubSubCase, type PubSubPair } from './pubsub-case.js';

/**
 * Returns a case for each rule of {@link PubSubInterface}. They can run at the same time.
 *
 * @param create creates two buses, for one case: over the same server each time or over another. Each case closes them.
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
