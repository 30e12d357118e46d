import type { RequestInterface } from '@mortise/http-message';
import type { NetworkError } from './http-client-error.js';
import { failure } from './network-error-of.js';

/** What ends a call early: its timeout, until there is a response, and its signal, until the body has ended. */
export class Ending {
  readonly #request: RequestInterface;
  readonly #signal: AbortSignal | null;
  readonly #deadline: number;
  readonly #timer: NodeJS.Timeout;
  readonly #aborted = (): void => {
    this.#stop(failure('ABORTED', this.#request, this.#signal?.reason));
  };
  #error: NetworkError | null = null;
  #listener: (error: NetworkError) => void = () => undefined;

  /** @param timeout milliseconds */
  constructor(request: RequestInterface, timeout: number, signal: AbortSignal | null) {
    this.#request = request;
    this.#signal = signal;
    this.#deadline = performance.now() + timeout;
    this.#timer = setTimeout(() => {
      this.#stop(failure('UPSTREAM_TIMEOUT', request));
    }, timeout);
    signal?.addEventListener('abort', this.#aborted);
    if (signal?.aborted === true) this.#aborted();
  }

  /** Milliseconds until the timeout. */
  get remaining(): number {
    return this.#deadline - performance.now();
  }

  /** Sets what is called when the call has to end; immediately if it already has. */
  onStop(listener: (error: NetworkError) => void): void {
    this.#listener = listener;
    if (this.#error !== null) listener(this.#error);
  }

  /** Waits. @returns rejects if the call must end first */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, milliseconds);
      this.onStop((error) => {
        clearTimeout(timer);
        reject(error);
      });
    });
  }

  /** There is a response: its body may take longer. */
  responded(): void {
    clearTimeout(this.#timer);
  }

  /** Nothing is left to end. */
  release(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#aborted);
  }

  #stop(error: NetworkError): void {
    this.#error ??= error;
    this.release();
    this.#listener(this.#error);
  }
}
