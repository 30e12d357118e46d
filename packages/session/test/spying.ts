import type { StoreInterface } from '@mortise/store';

/** A store that reports each call before it makes it. */
export function spying(
  store: StoreInterface,
  onCall: (method: string, key: string, ...others: readonly unknown[]) => void,
): StoreInterface {
  return new Proxy(store, {
    get(target, method: keyof StoreInterface) {
      return (...args: [string]) => {
        onCall(method, ...args);
        return (target[method] as (...args: [string]) => unknown).call(target, ...args);
      };
    },
  });
}
