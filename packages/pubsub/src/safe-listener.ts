import { isThenable } from '@mortise/base';
import type { PubSubListener } from './pubsub.js';

/** A listener with all methods, which never throw. @param onError called with what one throws or rejects with */
export function safeListener(
  listener: PubSubListener,
  onError: (error: unknown) => void,
): Required<PubSubListener> {
  const call = (run: () => unknown): void => {
    try {
      const result = run();
      if (isThenable(result)) result.then(undefined, onError);
    } catch (error) {
      onError(error);
    }
  };
  return {
    message: (message) => {
      call(() => {
        listener.message(message);
      });
    },
    gap: (topic) => {
      call(() => listener.gap?.(topic));
    },
    state: (state) => {
      call(() => listener.state?.(state));
    },
  };
}
