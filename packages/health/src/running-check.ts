import type { Complete } from '@mortise/base/options';
import { currentContext } from '@mortise/base';
import { HealthCheckError } from './health-error.js';
import type { HealthCheck, HealthOptions } from './health-options.js';

/** The result of one check. */
export interface CheckResult {
  readonly passed: boolean;
  /** How long it took. */
  readonly milliseconds: number;
  /** When it ended, in milliseconds since 1970. */
  readonly time: number;
}

type Options = Complete<Pick<HealthOptions, 'timeout' | 'maxAge' | 'onEvent' | 'now'>>;

/** A check that runs once at a time, however many requests wait for it. */
export class RunningCheck {
  readonly #name: string;
  readonly #check: HealthCheck;
  readonly #options: Options;
  /** That of the creation: a run is shared by requests. */
  readonly #inContext = currentContext();
  #last: CheckResult | null = null;
  /** What requests wait for. */
  #shared: Promise<CheckResult> | null = null;
  /** Whether the function was called and has not settled: even after its timeout. */
  #isBusy = false;

  constructor(name: string, check: HealthCheck, options: Options) {
    this.#name = name;
    this.#check = check;
    this.#options = options;
  }

  /** Runs the check, unless its last result is recent or it is running. Never rejects. */
  result(): Promise<CheckResult> {
    const last = this.#last;
    if (this.#shared !== null) return this.#shared;
    if (last !== null && (this.#isBusy || this.#isRecent(last))) return Promise.resolve(last);
    this.#shared = this.#inContext(() => this.#run()).finally(() => {
      this.#shared = null;
    });
    return this.#shared;
  }

  #isRecent({ time }: CheckResult): boolean {
    const age = this.#options.now() - time;
    return age >= 0 && age < this.#options.maxAge;
  }

  async #run(): Promise<CheckResult> {
    const { timeout, onEvent, now } = this.#options;
    const began = now();
    const error = await this.#failure(timeout);
    const time = now();
    const result = { passed: error === null, milliseconds: Math.max(0, time - began), time };
    if (error !== null) {
      const { milliseconds } = result;
      onEvent({ type: 'check-failed', name: this.#name, error: error.cause, milliseconds });
    } else if (this.#last?.passed === false) {
      onEvent({ type: 'check-recovered', name: this.#name });
    }
    this.#last = result;
    return result;
  }

  /** Calls the function. @returns `null` if it has passed, within the timeout */
  async #failure(timeout: number): Promise<{ readonly cause: unknown } | null> {
    const abort = new AbortController();
    const late = new Promise<never>((_resolve, reject) => {
      abort.signal.addEventListener('abort', () => {
        reject(abort.signal.reason as Error);
      });
    });
    const timer = setTimeout(() => {
      const unit = timeout < 100 ? '; health.timeout is in milliseconds' : '';
      const text = `the check "${this.#name}" took more than ${timeout} ms${unit}`;
      abort.abort(new HealthCheckError('CHECK_TIMEOUT', text));
    }, timeout);
    try {
      const result = await Promise.race([this.#call(abort.signal), late]);
      if (result instanceof Error) return { cause: result };
      if (result !== false) return null;
      const text = `the check "${this.#name}" returned false`;
      return { cause: new HealthCheckError('CHECK_FALSE', text) };
    } catch (cause) {
      return { cause };
    } finally {
      clearTimeout(timer);
    }
  }

  async #call(signal: AbortSignal): Promise<unknown> {
    this.#isBusy = true;
    try {
      return await this.#check(signal);
    } finally {
      this.#isBusy = false;
    }
  }
}
