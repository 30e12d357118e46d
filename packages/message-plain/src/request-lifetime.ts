import type { Awaitable, RequestLifetimeInterface } from '@mortise/http-message';

type Cleanup = () => Awaitable<void>;

/** The life of a request: cleanups run once, the last registered first. */
export class RequestLifetime implements RequestLifetimeInterface {
  readonly #controller = new AbortController();
  readonly #cleanups: Cleanup[] = [];
  #ended = false;
  /** Whether cleanups are under way: one that is registered now still takes its turn. */
  #running = false;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get ended(): boolean {
    return this.#ended;
  }

  onEnd(cleanup: Cleanup): void {
    this.#cleanups.push(cleanup);
    if (this.#ended && !this.#running) runLate(this.#cleanups);
  }

  end(): Awaitable<void> {
    if (this.#ended) return;
    this.#ended = true;
    return this.#run([]);
  }

  abort(reason: unknown): Awaitable<void> {
    if (this.#ended) return;
    this.#ended = this.#running = true;
    this.#controller.abort(reason);
    return this.#run([]);
  }

  /** Waits only behind a cleanup that waits itself. */
  #run(failures: unknown[]): Awaitable<void> {
    this.#running = true;
    for (let next = this.#cleanups.pop(); next !== undefined; next = this.#cleanups.pop()) {
      try {
        const result = next();
        if (result !== undefined) return this.#runAfter(result, failures);
      } catch (failure) {
        failures.push(failure);
      }
    }
    this.#running = false;
    if (failures.length > 0) throw new AggregateError(failures, 'cleanups of a request failed');
  }

  async #runAfter(pending: PromiseLike<void>, failures: unknown[]): Promise<void> {
    try {
      await pending;
    } catch (failure) {
      failures.push(failure);
    }
    await this.#run(failures);
  }
}

/** What it throws reaches who registered it; what it rejects with reaches nobody. */
function runLate(cleanups: Cleanup[]): void {
  const result = cleanups.pop()?.();
  if (result !== undefined) result.then(undefined, () => undefined);
}
