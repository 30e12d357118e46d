import type { Awaitable, RequestLifetimeInterface } from '@mortise/http-message';

type Cleanup = () => Awaitable<void>;

/** The life of a request: cleanups run once, the last registered first. */
export class RequestLifetime implements RequestLifetimeInterface {
  readonly #controller = new AbortController();
  readonly #cleanups: Cleanup[] = [];
  #ended = false;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get ended(): boolean {
    return this.#ended;
  }

  onEnd(cleanup: Cleanup): void {
    if (this.#ended) void runLate(cleanup);
    else this.#cleanups.push(cleanup);
  }

  end(): Awaitable<void> {
    if (this.#ended) return;
    this.#ended = true;
    return runAll(this.#cleanups);
  }

  abort(reason: unknown): Awaitable<void> {
    if (this.#ended) return;
    this.#ended = true;
    this.#controller.abort(reason);
    return runAll(this.#cleanups);
  }
}

/** Waits only behind a cleanup that waits itself. */
function runAll(cleanups: Cleanup[], failures: unknown[] = []): Awaitable<void> {
  for (let cleanup = cleanups.pop(); cleanup !== undefined; cleanup = cleanups.pop()) {
    try {
      const result = cleanup();
      if (isPromise(result)) return runOn(result, cleanups, failures);
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'cleanups of a request failed');
}

async function runOn(
  pending: PromiseLike<void>,
  cleanups: Cleanup[],
  failures: unknown[],
): Promise<void> {
  try {
    await pending;
  } catch (failure) {
    failures.push(failure);
  }
  await runAll(cleanups, failures);
}

/** Nobody waits any more who could be told of a failure. */
async function runLate(cleanup: Cleanup): Promise<void> {
  try {
    await cleanup();
  } catch {
    return;
  }
}

function isPromise(value: unknown): value is PromiseLike<void> {
  return typeof value === 'object' && value !== null && 'then' in value;
}
