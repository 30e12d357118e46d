import { ignoreRejection } from '@mortise/base';
import { FACTORIES } from '@mortise/base/keys';
import type {
  AttributeKey,
  Awaitable,
  HttpFactoriesInterface,
  RequestEnd,
  RequestLifetimeInterface,
} from '@mortise/http-message';

type Cleanup = (end: RequestEnd) => Awaitable<void>;

/** The lifetime of a request. Cleanups run once, the last one registered first. */
export class RequestLifetime implements RequestLifetimeInterface {
  readonly #controller = new AbortController();
  readonly #closing = new AbortController();
  readonly #values = new Map<string, unknown>();
  readonly #cleanups: Cleanup[] = [];
  #ended = false;
  #end: RequestEnd = { status: null, bytes: 0, error: null, time: 0 };
  /** Whether cleanups are running; one registered in the meantime runs next. */
  #running = false;

  /** @param factories the factories that create the request, provided as `FACTORIES`; default: none */
  constructor(factories?: HttpFactoriesInterface) {
    if (factories !== undefined) this.setValue(FACTORIES, factories);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get ended(): boolean {
    return this.#ended;
  }

  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  getValue<T>(key: AttributeKey<T>): T | undefined {
    return this.#values.get(key) as T | undefined;
  }

  setValue<T>(key: AttributeKey<T>, value: NoInfer<T>): void {
    this.#values.set(key, value);
  }

  onEnd(cleanup: Cleanup): void {
    this.#cleanups.push(cleanup);
    if (this.#ended && !this.#running) runLate(this.#cleanups, this.#end);
  }

  end(how: Partial<RequestEnd> = {}): Awaitable<void> {
    if (this.#ended) return;
    this.#ended = true;
    this.#end = factsOf(how, how.error ?? null);
    return this.#run([]);
  }

  abort(reason: unknown, how: Partial<RequestEnd> = {}): Awaitable<void> {
    if (this.#ended) return;
    this.#ended = this.#running = true;
    this.#end = factsOf(how, reason);
    this.#controller.abort(reason);
    return this.#run([]);
  }

  beginClosing(reason: unknown): void {
    if (!this.#ended) this.#closing.abort(reason);
  }

  /** Runs the remaining cleanups; waits only for those that return a promise. */
  #run(failures: unknown[]): Awaitable<void> {
    this.#running = true;
    for (let next = this.#cleanups.pop(); next !== undefined; next = this.#cleanups.pop()) {
      try {
        const result = next(this.#end);
        if (result !== undefined) return this.#runAfter(result, failures);
      } catch (failure) {
        failures.push(failure);
      }
    }
    this.#running = false;
    if (failures.length > 0) throw new AggregateError(failures, 'request cleanups failed');
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

function factsOf(
  { status = null, bytes = 0, time }: Partial<RequestEnd>,
  error: unknown,
): RequestEnd {
  return { status, bytes, error, time: time ?? performance.now() };
}

/** Runs a cleanup registered after the end: its exception reaches the caller, and its rejection is ignored. */
function runLate(cleanups: Cleanup[], end: RequestEnd): void {
  ignoreRejection(cleanups.pop()?.(end));
}
