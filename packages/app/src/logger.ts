/**
 * Where errors are written: the two levels of PSR-3 that an application uses. `console` is one.
 *
 * @see PSR-3
 */
export interface LoggerInterface {
  /** An error of ours: the answer was 500 or above. */
  error(message: string, context?: LogContext): void;

  /** An error of the client: the answer was below 500. */
  info(message: string, context?: LogContext): void;
}

/** What belongs to a message; `exception` is the error, whole (PSR-3 1.3). */
export type LogContext = Readonly<Record<string, unknown>>;

/** Writes errors of ours to the console, and is silent about those of clients. */
export const consoleLogger: LoggerInterface = {
  error(message, { method, target, exception } = {}) {
    const where = typeof method === 'string' && typeof target === 'string';
    const line = where ? `${method} ${target}: ${message}` : message;
    console.error(...(exception === undefined ? [line] : [line, exception]));
  },
  info() {
    // Whatever scans the network for holes would fill the console.
  },
};
