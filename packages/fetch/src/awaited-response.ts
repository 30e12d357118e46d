import type { FetchAdapterError } from './fetch-adapter-error.js';
import { type KeptContext, keptContext } from './request-context.js';
import type { Timeout } from './timeouts.js';

/** The response of an asynchronous handler while it is waited for: a synchronous handler needs none of this. */
export class AwaitedResponse {
  /** Runs while the handler does: at the next tick its signal is listened to, and its time measured. */
  tick: Timeout | null = null;
  /** Why the handler's response was not awaited: its request is aborted when the response to it has been sent. */
  timeout: FetchAdapterError | null = null;
  readonly #context: KeptContext = keptContext();
  #resolve: ((response: Response) => void) | null;

  /** @param resolve resolves the promise that the platform has */
  constructor(resolve: (response: Response) => void) {
    this.#resolve = resolve;
  }

  /** Calls a function in the context of the request, for a timer or a signal. */
  runLater(call: () => void): void {
    this.#context.runInAsyncScope(call, undefined);
  }

  /** Ends waiting. @returns what resolves the promise; `undefined` if it has ended before */
  end(): ((response: Response) => void) | undefined {
    const resolve = this.#resolve ?? undefined;
    this.#resolve = null;
    this.tick?.end();
    return resolve;
  }
}
