import { errorReporter } from '@mortise/base/adapter';
import type { Awaitable, ErrorEvent } from '@mortise/http-message';
import type { OnError } from '../listener-options.js';

/** Passes errors to `onError`; never throws. */
export class ErrorReports {
  readonly report: OnError;

  constructor(onError?: OnError) {
    this.report = errorReporter(onError);
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
