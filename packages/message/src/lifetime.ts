import type { Awaitable, RequestLifetimeInterface } from '@mortise/http-message';

type Cleanup = () => Awaitable<void>;

/** The life of a request; what it may need (a signal, a list of cleanups) is made when it is needed. */
export class RequestLifetime implements RequestLifetimeInterface {
  #controller: AbortController | null = null;
  /** The reason, once it was aborted. */
  #aborted: { readonly reason: unknown } | null = null;
  #cleanups: Cleanup[] | null = null;
  #ended = false;
  /** Whether the cleanups are being run. */
  #ending = false;

  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#aborted !== null) this.#controller.abort(this.#aborted.reason);
    }
    return this.#controller.signal;
  }

  get ended(): boolean {
    return this.#ended;
  }

  onEnd(cleanup: Cleanup): void {
    if (!this.#ended || this.#ending) (this.#cleanups ??= []).push(cleanup);
    else runLate(cleanup);
  }

  end(): Awaitable<void> {
    if (this.#ended) return;
    this.#ended = true;
    return this.#run([]);
  }

  abort(reason: unknown): Awaitable<void> {
    if (this.#ended) return;
    this.#ended = this.#ending = true;
    this.#aborted = { reason };
    this.#controller?.abort(reason);
    return this.#run([]);
  }

  /** Runs what is left, without waiting until a cleanup wants to be waited for. */
  #run(failures: unknown[]): Awaitable<void> {
    this.#ending = true;
    for (let cleanup = this.#cleanups?.pop(); cleanup; cleanup = this.#cleanups?.pop()) {
      try {
        const settled = cleanup();
        if (settled !== undefined) return this.#runAfter(settled, failures);
      } catch (error) {
        failures.push(error);
      }
    }
    this.#ending = false;
    if (failures.length > 0) {
      throw new AggregateError(failures, 'cleanups at the end of a request failed');
    }
  }

  async #runAfter(settled: PromiseLike<void>, failures: unknown[]): Promise<void> {
    try {
      await settled;
    } catch (error) {
      failures.push(error);
    }
    return this.#run(failures);
  }
}

/** Nobody waits for it any more: what it throws reaches who registered it, what it rejects with nobody. */
function runLate(cleanup: Cleanup): void {
  const settled = cleanup();
  if (settled !== undefined) settled.then(undefined, () => undefined);
}
