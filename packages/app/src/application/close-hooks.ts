import type { Awaitable } from '@mortise/http-message';

type CloseHook = () => Awaitable<void>;

/** The hooks that run when an application closes: the last registered first, each after the previous one. */
export class CloseHooks {
  readonly #hooks: CloseHook[] = [];
  readonly #onLateFailure: (error: unknown) => void;
  #closed: Promise<void> | null = null;
  #ran = false;

  /** @param onLateFailure receives the error of a hook that is registered after the others ran */
  constructor(onLateFailure: (error: unknown) => void) {
    this.#onLateFailure = onLateFailure;
  }

  /** See `AppInterface.onClose`. */
  add(hook: CloseHook): void {
    if (!this.#ran) this.#hooks.push(hook);
    else runOne(hook).catch(this.#onLateFailure);
  }

  /** See `AppInterface.close`. */
  run(): Promise<void> {
    return (this.#closed ??= this.#runAll());
  }

  async #runAll(): Promise<void> {
    const failures: unknown[] = [];
    for (let hook = this.#hooks.pop(); hook !== undefined; hook = this.#hooks.pop()) {
      try {
        await hook();
      } catch (error) {
        failures.push(error);
      }
    }
    this.#ran = true;
    if (failures.length > 0) throw new AggregateError(failures, 'closing the application failed');
  }
}

/** An exception of a hook becomes a rejection. */
async function runOne(hook: CloseHook): Promise<void> {
  await hook();
}
