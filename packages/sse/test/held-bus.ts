import { memoryPubSub, type PubSubInterface, type PubSubListener } from '@mortise/pubsub';

/** The bus of another process, which a test can let lag behind, and whose faults it chooses. */
export interface HeldBus extends Pick<PubSubInterface, 'publish' | 'subscribe'> {
  /** Messages wait from now on. */
  hold(): void;
  /** Passes on what waits. */
  release(): void;
  readonly listeners: readonly PubSubListener[];
}

/** @param bus default: one of its own */
export function heldBus(bus: PubSubInterface = memoryPubSub()): HeldBus {
  let isHeld = false;
  const waiting: (() => void)[] = [];
  const listeners: PubSubListener[] = [];
  return {
    listeners,
    publish: (...args) => bus.publish(...args),
    subscribe: (topic, listener, options) => {
      listeners.push(listener);
      const message: PubSubListener['message'] = (received) => {
        if (isHeld)
          waiting.push(() => {
            listener.message(received);
          });
        else listener.message(received);
      };
      return bus.subscribe(topic, { message }, options);
    },
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      for (const pass of waiting.splice(0)) pass();
    },
  };
}
