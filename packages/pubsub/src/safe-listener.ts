import { isThenable } from '@mortise/base';
import type { PubSubListener } from './pubsub.js';

/** A listener with all methods, which never throw. @param onError called with what one throws or rejects with */
export function safeListener(
  listener: PubSubListener,
  onError: (error: unknown) => void,
): Required<PubSubListener> {
  const methods = listener as Partial<Record<keyof PubSubListener, (argument: never) => unknown>>;
  const call = (name: keyof PubSubListener, argument: never): void => {
    try {
      const result = methods[name]?.(argument);
      if (isThenable(result)) result.then(undefined, onError);
    } catch (error) {
      onError(error);
    }
  };
  return {
    message: (message) => {
      call('message', message as never);
    },
    gap: (topic) => {
      call('gap', topic as never);
    },
    state: (state) => {
      call('state', state as never);
    },
  };
}
