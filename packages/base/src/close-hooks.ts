/**
 * Runs when its owner closes, and is awaited. Its type is not that of the contracts, which need the types of the web:
 * packages that do without these import this one.
 */
export type CloseHook = () => unknown;

/** The hooks that run when something closes: the last registered first, each after the previous one. */
export class CloseHooks {
  readonly #hooks: CloseHook[] = [];
  readonly #onLateFailure: (error: unknown) => void;
  #ran = false;

  /** @param onLateFailure receives the error of a hook that is registered after the others ran */
  constructor(onLateFailure: (error: unknown) => void) {
    this.#onLateFailure = onLateFailure;
  }

  /** Registers a hook. A hook that is registered while others run is next; after that it runs immediately. */
  add(hook: CloseHook): void {
    if (!this.#ran) this.#hooks.push(hook);
    else runOne(hook).catch(this.#onLateFailure);
  }

  /**
   * Calls all hooks.
   *
   * @param timeUp once it has resolved, no hook is awaited any more
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

/** An exception of a hook becomes a rejection. */
async function runOne(hook: CloseHook): Promise<void> {
  await hook();
}
