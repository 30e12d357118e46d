import { errorReport } from '@mortise/base/adapter';
import type { Awaitable, ErrorEvent } from '@mortise/http-message';
import type { OnError } from '../options.js';

/** Passes errors to `onError`; never throws. */
export class ErrorReports {
  readonly #onError: OnError;

  constructor(onError: OnError = printError) {
    this.#onError = onError;
  }

  report(error: unknown, event: ErrorEvent): void {
    try {
      this.#onError(error, event);
    } catch (another) {
      printError(error, event);
      printError(another, event);
    }
  }

  /**
   * Ends a lifetime and reports failures of its cleanups.
   *
   * @param eventOf describes the request, if a cleanup fails
   */
  settle(end: () => Awaitable<void>, eventOf: () => ErrorEvent): void {
    const report = (error: unknown): void => {
      this.report(error, eventOf());
    };
    try {
      const ending = end();
      if (ending !== undefined) ending.then(undefined, report);
    } catch (error) {
      report(error);
    }
  }
}

/** The default of `onError`: method, target and stack on stderr. */
export function printError(error: unknown, event: ErrorEvent): void {
  console.error(errorReport(error, event));
}
