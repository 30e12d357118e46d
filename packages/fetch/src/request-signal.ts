/** The signal of a platform's request, with one listener. */
export class RequestSignal {
  readonly #signal: AbortSignal;
  readonly #aborted: () => void;

  /** @param aborted called once, even if the signal has been aborted already */
  constructor(signal: AbortSignal, aborted: (reason: unknown) => void) {
    this.#signal = signal;
    this.#aborted = () => {
      aborted(signal.reason);
    };
    if (signal.aborted) this.#aborted();
    else signal.addEventListener('abort', this.#aborted);
  }

  /** Removes the listener. */
  end(): void {
    this.#signal.removeEventListener('abort', this.#aborted);
  }
}
