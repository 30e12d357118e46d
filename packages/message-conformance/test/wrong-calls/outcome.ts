/** How a call ended: with a value, or with an error. */
export interface Outcome {
  readonly failed: boolean;
  readonly result: unknown;
}

/** Calls, and keeps what it returns or throws. */
export function outcomeOf(act: () => unknown): Outcome {
  try {
    return { failed: false, result: act() };
  } catch (error) {
    return { failed: true, result: error };
  }
}

/** Waits for the end of a call. */
export function settled(promise: Promise<unknown>): Promise<Outcome> {
  return promise.then(
    (result) => ({ failed: false, result }),
    (error: unknown) => ({ failed: true, result: error }),
  );
}

/** Ends as the call did. */
export function again({ failed, result }: Outcome): unknown {
  if (failed) throw result;
  return result;
}

/** Marks a rejection as handled: a case need not wait for every call, and Jest fails a test for it. */
export function quiet<T>(result: T): T {
  if (result instanceof Promise) result.catch(() => undefined);
  return result;
}
