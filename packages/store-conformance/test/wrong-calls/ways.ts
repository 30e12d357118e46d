import {
  type CounterState,
  StoreError,
  type StoredValue,
  type StoreInterface,
} from '@mortise/store';

export const METHODS = ['get', 'set', 'compareAndSet', 'delete', 'touch', 'increment'] as const;

export type MethodName = (typeof METHODS)[number];

/** How a call ended. */
export type End = { readonly result: unknown } | { readonly error: unknown };

/** A call of a method of a store that is right. */
export interface Call {
  readonly store: StoreInterface;
  readonly method: MethodName;
  readonly args: readonly unknown[];
  readonly act: () => Promise<unknown>;
}

/** A way in which a call can be wrong: does something else than the call. */
export type Way = (call: Call) => Promise<unknown>;

const OTHER = 'z'.repeat(12);

/** Every way in which a call can be wrong that ends like this. */
export function waysOf(method: MethodName, end: End): readonly Way[] {
  if ('error' in end) return WAYS_OF_REFUSALS;
  return [unavailable, ...waysOfResults(end.result), ...waysWithoutEffect(method, end.result)];
}

const WAYS_OF_REFUSALS: readonly Way[] = [
  returning(() => null),
  refusing({ code: 'OTHER' }),
  refusing({ status: 599 }),
  ({ act }) => {
    act().catch(() => undefined);
    throw new Error('thrown');
  },
  async ({ act, store, args: [key] }) => {
    await store.set(key as string, 'written', 60_000).catch(() => undefined);
    await store.increment(key as string, 1, 60_000).catch(() => undefined);
    return act();
  },
];

function waysOfResults(result: unknown): readonly Way[] {
  if (typeof result === 'boolean') return [returning((is) => is !== true)];
  if (typeof result === 'string') return [returning(() => OTHER), returning(() => null)];
  if (result === null) {
    return [returning(() => OTHER), returning(() => ({ value: Uint8Array.of(7), version: OTHER }))];
  }
  if ('expiresIn' in (result as object)) {
    const count = (change: (state: CounterState) => Partial<CounterState>) =>
      returning((state) => ({ ...(state as object), ...change(state as CounterState) }));
    return [
      count(({ value }) => ({ value: value + 1 })),
      count(() => ({ expiresIn: -1 })),
      count(() => ({ expiresIn: 0 })),
      count(({ expiresIn }) => ({ expiresIn: expiresIn + 1 })),
      count(() => ({ expiresIn: 90_000 })),
    ];
  }
  const found = (change: (stored: StoredValue) => Partial<StoredValue> | null) =>
    returning((stored) => {
      const other = change(stored as StoredValue);
      return other && { ...(stored as object), ...other };
    });
  return [
    found(() => null),
    found(() => ({ version: OTHER })),
    found(({ value }) => ({ value: Uint8Array.of(...value.subarray(0, 300), 7) })),
    found(({ value }) => ({ value: value.map(() => 0x3f) })),
  ];
}

/** A call that changes nothing, and says that it did. */
function waysWithoutEffect(method: MethodName, result: unknown): readonly Way[] {
  const results: Partial<Record<MethodName, (call: Call) => unknown>> = {
    set: () => OTHER,
    compareAndSet: () => (result === null ? null : OTHER),
    delete: () => result,
    touch: () => result,
    increment: ({ args: [, by, ttl] }) => ({ value: by, expiresIn: ttl }),
  };
  const ending = results[method];
  return ending === undefined ? [] : [(call) => Promise.resolve(ending(call))];
}

function returning(change: (result: unknown) => unknown): Way {
  return ({ act }) => act().then(change, () => change(null));
}

function refusing(members: object): Way {
  return ({ act }) =>
    act().catch((error: unknown) => {
      const { code, status } = error as { readonly code: string; readonly status: number };
      throw Object.assign(new Error('refused'), { code, status }, members);
    });
}

function unavailable(): Promise<never> {
  return Promise.reject(StoreError.unavailable('down'));
}
