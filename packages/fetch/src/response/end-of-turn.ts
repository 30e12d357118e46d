interface Platform {
  readonly setImmediate?: (call: () => void) => unknown;
  readonly setTimeout: (call: () => void, milliseconds: number) => unknown;
}

/** Resolves after what is ready, such as the first chunk of a body. Workers have no `setImmediate`. */
export function endOfTurn(): Promise<void> {
  const { setImmediate, setTimeout } = globalThis as Platform;
  return new Promise((resolve) => {
    if (setImmediate === undefined) setTimeout(resolve, 0);
    else setImmediate(resolve);
  });
}
