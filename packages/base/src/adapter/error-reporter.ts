import type { ErrorEvent } from '@mortise/http-message';
import { catchAwaitable } from '../thenable.js';
import { errorReport } from './error-report.js';

/** An application's `onError`. An async function has this type too. */
type OnError = (error: unknown, event: ErrorEvent) => void;

/**
 * Returns a function that passes errors to `onError` and never throws: if `onError` throws or rejects, both errors are
 * printed.
 *
 * @param onError default {@link printError}
 */
export function errorReporter(onError: OnError = printError): OnError {
  const call: (...reported: Parameters<OnError>) => unknown = onError;
  return (error, event) => {
    const print = (another: unknown): void => {
      printError(error, event);
      printError(another, event);
    };
    void catchAwaitable(() => call(error, event), print);
  };
}

/** The default `onError`: prints method, target and stack to the console. */
export function printError(error: unknown, event: ErrorEvent): void {
  console.error(errorReport(error, event));
}
