import { memoryStore, type StoreInterface } from '@mortise/store';
import { type StoreCase, storeCases } from '../src/index.js';

/** Replaces some methods of a store by faulty ones. */
export type BreakStore = (store: StoreInterface) => Partial<StoreInterface>;

/** An in-memory store with one fault, and a case that must find it. */
export type Mutant = readonly [fault: string, found: string, break_: BreakStore];

/** Runs a case on an in-memory store with a fault. @returns the error; `null` if the case passes */
export function violationOf(name: string, breakIt: BreakStore): Promise<unknown> {
  const create = () => {
    const store = memoryStore();
    return { ...bound(store), ...breakIt(store) };
  };
  return caseNamed(storeCases(create), name)
    .run()
    .then(
      () => null,
      (error: unknown) => error,
    );
}

export function caseNamed(cases: readonly StoreCase[], name: string): StoreCase {
  const found = cases.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no case "${name}"`);
  return found;
}

/** The methods of a store as own properties. */
export function bound(store: StoreInterface): StoreInterface {
  return {
    get: (...args) => store.get(...args),
    set: (...args) => store.set(...args),
    compareAndSet: (...args) => store.compareAndSet(...args),
    delete: (...args) => store.delete(...args),
    touch: (...args) => store.touch(...args),
    increment: (...args) => store.increment(...args),
    close: () => store.close(),
  };
}
