/**
 * Runs when its owner closes, and is awaited. Its type does not refer to the contracts, which need web types, so
 * packages without those can import it.
 */
export type CloseHook = () => unknown;

/**
 * The hooks that run when their owner closes: the last one registered first, each after the previous one has settled.
 */
export class CloseHooks {
  readonly #hooks: CloseHook[] = [];
  readonly #onLateFailure: (error: unknown) => void;
  #ran = false;

  /** @param onLateFailure receives the error of a hook that is registered after the others have run */
  constructor(onLateFailure: (error: unknown) => void) {
    this.#onLateFailure = onLateFailure;
  }

  /**
   * Registers a hook. One that is registered while others are running runs next; once all have run, it runs
   * immediately.
   */
  add(hook: CloseHook): void {
    if (!this.#ran) this.#hooks.push(hook);
    else runOne(hook).catch(this.#onLateFailure);
  }

  /**
   * Calls all hooks.
   *
   * @param timeUp once it has resolved, hooks are no longer awaited
   * @returns the errors of the hooks, in order
   */
  async run(timeUp?: Promise<void>): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (let hook = this.#hooks.pop(); hook !== undefined; hook = this.#hooks.pop()) {
      const running = runOne(hook);
      try {
        await (timeUp === undefined ? running : Promise.race([running, timeUp]));
      } catch (error) {
        failures.push(error);
      }
    }
    this.#ran = true;
    return failures;
  }
}

/** Calls a hook; its exception becomes a rejection. */
async function runOne(hook: CloseHook): Promise<void> {
  await hook();
}
