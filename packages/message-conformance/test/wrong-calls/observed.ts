import type { HttpFactoriesInterface, TemporaryStorageInterface } from '@mortise/http-message';
import type { FileAccess } from '@mortise/message-conformance';
import { isMade } from './is-made.js';
import { quiet } from './outcome.js';

/** What the kit receives: an implementation, and files, as which it sees what the implementation left. */
export interface Implementation {
  readonly factories: HttpFactoriesInterface;
  readonly files: FileAccess;
  readonly temporaryStorage: TemporaryStorageInterface;
}

/** A use of a member. */
export interface Call {
  /** Counted from 0, over all objects. */
  readonly at: number;
  readonly member: string;

  /** The object that has the member. */
  readonly self: object;
  readonly args: readonly unknown[];
  readonly act: () => unknown;
}

/** An implementation of which each call goes through a function, including calls of the objects that it returns. */
export function observed(sound: Implementation, observe: (call: Call) => unknown): Implementation {
  const wrappers = new WeakMap<object, object>();
  const targets = new WeakMap<object, object>();
  let calls = 0;

  function wrapped(value: unknown): unknown {
    if (value instanceof Promise) return quiet(value.then(wrapped));
    if (!isMade(value) || targets.has(value)) return value;
    const wrapper = wrappers.get(value) ?? wrap(value);
    wrappers.set(value, wrapper);
    return wrapper;
  }

  function unwrapped(value: unknown): unknown {
    return isMade(value) ? (targets.get(value) ?? value) : value;
  }

  function wrap(target: object): object {
    const self: object = new Proxy(target, {
      get(_, key) {
        const value: unknown = Reflect.get(target, key, target);
        const call = (args: readonly unknown[], act: () => unknown) => {
          const member = String(key);
          return quiet(observe({ at: calls++, member, self, args, act: () => wrapped(act()) }));
        };
        if (typeof value !== 'function') return call([], () => value);
        return (...args: unknown[]) =>
          call(args, () => Reflect.apply(value, target, args.map(unwrapped)) as unknown);
      },
    });
    targets.set(self, target);
    return self;
  }

  return {
    factories: wrap(sound.factories) as HttpFactoriesInterface,
    files: wrap(sound.files) as FileAccess,
    temporaryStorage: wrap(sound.temporaryStorage) as TemporaryStorageInterface,
  };
}
