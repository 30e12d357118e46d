import { catchAwaitable, currentContext } from '@mortise/base';
import type { PubSubListener } from './pubsub.js';

/**
 * A listener with all methods, which never throw. Each call begins in the asynchronous context in which this function is
 * called: that of the subscriber, not that of a publisher or of the connection.
 *
 * @param onError called with what they throw or reject with, in the same context
 */
export function safeListener(
  listener: PubSubListener,
  onError: (error: unknown) => void,
): Required<PubSubListener> {
  const methods = listener as Partial<Record<keyof PubSubListener, (argument: never) => unknown>>;
  const inContext = currentContext();
  const call = (name: keyof PubSubListener, argument: unknown): void => {
    void catchAwaitable(() => methods[name]?.(argument as never), onError);
  };
  const callOf =
    (name: keyof PubSubListener) =>
    (argument: unknown): void => {
      // A copy of the context for each call: the next one does not find what this one enters.
      inContext(() => {
        currentContext()(() => {
          call(name, argument);
        });
      });
    };
  return { message: callOf('message'), gap: callOf('gap'), state: callOf('state') };
}
