import type { RequestInterface, ResponseInterface } from '@mortise/http-message';
import {
  type ClientOptions,
  declaredSend,
  type ResolvedClientOptions,
  resolveOptions,
  type SendOptions,
} from './client-options.js';
import { Ending } from './ending.js';
import { Attempt } from './attempt.js';
import { type OutgoingRequest, outgoingRequest } from './outgoing-request.js';
import { RetryBudget } from './retry-budget.js';
import { type Outcome, retryAfter } from './retry-decision.js';

/** Origins whose retries are counted: beyond that, counting starts over. */
const MAX_ORIGINS = 1_000;

/**
 * Sends requests, and returns the responses unchanged: a 4xx or 5xx is a response, a redirect is not followed,
 * nothing is decoded, no cookie is kept.
 *
 * @see PSR-18
 */
export class HttpClient {
  readonly #options: ResolvedClientOptions;
  readonly #budgets = new Map<string, RetryBudget>();
  /** Attempts with responses whose bodies have not ended. */
  readonly #open = new Set<Attempt>();
  #closed: Promise<void> | null = null;

  /** @throws {OptionError} `OPTION_INVALID` */
  constructor(options: ClientOptions) {
    this.#options = resolveOptions(options);
  }

  /**
   * Sends a request to the host of its URI.
   *
   * @returns the response, once its head has arrived. Read its body to the end or close it: its connection is used until then.
   * @throws {RequestError} `REQUEST_INVALID`: the request cannot be sent
   * @throws {NetworkError} if no response arrives; the body of a response fails with the same class
   * @throws {OptionError} `OPTION_INVALID`
   */
  async sendRequest(request: RequestInterface, options?: SendOptions): Promise<ResponseInterface> {
    const { signal = null, timeout = this.#options.timeout } = declaredSend(options);
    const outgoing = outgoingRequest(request);
    const budget = this.#budgetOf(outgoing.origin);
    budget.add();
    const ending = new Ending(request, timeout, signal);
    try {
      for (let count = 1; ; count++) {
        const attempt = new Attempt(outgoing, this.#options, ending);
        const outcome = await this.#outcomeOf(attempt, outgoing);
        const { response } = outcome;
        const delay = retryAfter(count, outgoing, outcome, this.#options.retry);
        if (delay === null || delay >= ending.remaining || !budget.take()) {
          if (response === null) throw outcome.error;
          ending.responded();
          this.#open.add(attempt);
          attempt.whenOver(() => {
            ending.release();
            this.#open.delete(attempt);
          });
          return response;
        }
        response?.getBody().close();
        await ending.wait(delay);
      }
    } catch (error) {
      ending.release();
      throw error;
    }
  }

  /**
   * Closes the connections once their responses are complete; a `dispatcher` from the options stays open. A response that
   * nobody has begun to read is not awaited if more than 64 KiB of its body have arrived: its body fails with `ABORTED`.
   * Further calls have no effect.
   */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const abandon = (): void => {
      for (const attempt of this.#open) attempt.abandon();
    };
    abandon();
    const timer = setInterval(abandon, 1_000); // for bodies that arrive later
    try {
      await this.#options.close();
    } finally {
      clearInterval(timer);
    }
  }

  #outcomeOf(
    attempt: Attempt,
    { origin, path, method, headers }: OutgoingRequest,
  ): Promise<Outcome> {
    const { dispatcher, headersTimeout } = this.#options;
    return attempt
      .run((handler, body) => {
        dispatcher.dispatch(
          {
            origin,
            path,
            method,
            headers: [...headers],
            body,
            headersTimeout,
            bodyTimeout: headersTimeout,
          },
          handler,
        );
      })
      .then(
        (response) => ({ response, error: null }),
        (error: unknown) => ({ response: null, error }),
      );
  }

  #budgetOf(origin: string): RetryBudget {
    let budget = this.#budgets.get(origin);
    if (budget === undefined) {
      if (this.#budgets.size === MAX_ORIGINS) this.#budgets.clear();
      budget = new RetryBudget(this.#options.retry.now);
      this.#budgets.set(origin, budget);
    }
    return budget;
  }
}
