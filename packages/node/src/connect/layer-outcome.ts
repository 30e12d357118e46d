import type { Awaitable, ResponseInterface } from '@mortise/http-message';

/** The result of a layer. */
export type Outcome = { readonly response: ResponseInterface } | { readonly error: Error };

/** The result of a layer, for the outer layers. A later result replaces it until it has been returned. */
export class LayerOutcome {
  /** The latest result; `null` until there is one. */
  current: Outcome | null = null;
  /** Whether it has been returned to the outer layers. */
  returned = false;
  #onSettled: ((outcome: Outcome) => void) | null = null;

  settle(outcome: Outcome): void {
    this.current = outcome;
    if (this.#onSettled === null) return;
    this.returned = true;
    this.#onSettled(outcome);
  }

  /** Returns the result, synchronously if the layer already has one. Called once. */
  result(): Awaitable<ResponseInterface> {
    if (this.current !== null) {
      this.returned = true;
      return responseOf(this.current);
    }
    return new Promise((resolve, reject) => {
      this.#onSettled = (later) => {
        if ('error' in later) reject(later.error);
        else resolve(later.response);
      };
    });
  }
}

function responseOf(outcome: Outcome): ResponseInterface {
  if ('error' in outcome) throw outcome.error;
  return outcome.response;
}
