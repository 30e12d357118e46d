import { ignoreRejection } from '@mortise/base';
import { FACTORIES } from '@mortise/base/keys';
import type {
  AttributeKey,
  Awaitable,
  HttpFactoriesInterface,
  RequestEnd,
  RequestLifetimeInterface,
} from '@mortise/http-message';

const NOTHING: Partial<RequestEnd> = {};

type Cleanup = (end: RequestEnd) => Awaitable<void>;

/** An entry of a linked list of values; most requests have one to three. */
interface Value {
  readonly key: string;
  value: unknown;
  readonly next: Value | null;
}

/** The lifetime of a request. Its signals, values and list of cleanups are created on demand. */
export class RequestLifetime implements RequestLifetimeInterface {
  #controller: AbortController | null = null;
  /** The abort reason, once aborted. */
  #aborted: { readonly reason: unknown } | null = null;
  #closing: AbortController | null = null;
  #values: Value | null;
  #cleanups: Cleanup[] | null = null;
  #ended = false;
  /** How the request ended, as reported by the caller; defaults are filled in when a cleanup needs it. */
  #how = NOTHING;
  #end: RequestEnd | null = null;
  /** Whether the cleanups are running. */
  #ending = false;

  /** @param factories the factories that create the request, provided as `FACTORIES`; default: none */
  constructor(factories: HttpFactoriesInterface | null = null) {
    this.#values = factories && { key: FACTORIES, value: factories, next: null };
  }

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

  get closing(): AbortSignal {
    return (this.#closing ??= new AbortController()).signal;
  }

  getValue<T>(key: AttributeKey<T>): T | undefined {
    return this.#valueOf(key)?.value as T | undefined;
  }

  setValue<T>(key: AttributeKey<T>, value: NoInfer<T>): void {
    const known = this.#valueOf(key);
    if (known === null) this.#values = { key, value, next: this.#values };
    else known.value = value;
  }

  onEnd(cleanup: Cleanup): void {
    if (!this.#ended || this.#ending) (this.#cleanups ??= []).push(cleanup);
    else runLate(cleanup, this.#endFacts());
  }

  end(how: Partial<RequestEnd> = NOTHING): Awaitable<void> {
    if (this.#ended) return;
    this.#ended = true;
    this.#how = how;
    return this.#run([]);
  }

  abort(reason: unknown, how: Partial<RequestEnd> = NOTHING): Awaitable<void> {
    if (this.#ended) return;
    this.#ended = this.#ending = true;
    this.#aborted = { reason };
    this.#how = how;
    if (this.#controller !== null) {
      // Records the time before the signal's listeners run.
      this.#endFacts();
      this.#controller.abort(reason);
    }
    return this.#run([]);
  }

  beginClosing(reason: unknown): void {
    if (!this.#ended) (this.#closing ??= new AbortController()).abort(reason);
  }

  #valueOf(key: string): Value | null {
    let at = this.#values;
    while (at !== null && at.key !== key) at = at.next;
    return at;
  }

  #endFacts(): RequestEnd {
    if (this.#end === null) {
      const { status = null, bytes = 0, error = null, time = performance.now() } = this.#how;
      const reason = this.#aborted === null ? error : this.#aborted.reason;
      this.#end = { status, bytes, error: reason, time };
    }
    return this.#end;
  }

  /** Runs the remaining cleanups; synchronous until one of them returns a promise. */
  #run(failures: unknown[]): Awaitable<void> {
    this.#ending = true;
    for (let cleanup = this.#cleanups?.pop(); cleanup; cleanup = this.#cleanups?.pop()) {
      try {
        const settled = cleanup(this.#endFacts());
        if (settled !== undefined) return this.#runAfter(settled, failures);
      } catch (error) {
        failures.push(error);
      }
    }
    this.#ending = false;
    if (failures.length > 0) {
      throw new AggregateError(failures, 'request cleanups failed');
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

/** Runs a cleanup registered after the end: its exception reaches the caller, and its rejection is ignored. */
function runLate(cleanup: Cleanup, end: RequestEnd): void {
  ignoreRejection(cleanup(end));
}
