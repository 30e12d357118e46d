/**
 * Where errors are logged: the two levels of PSR-3 that an application uses. `console` is one, and
 * so is every {@link PsrLoggerInterface}.
 *
 * @see PSR-3
 */
export interface LoggerInterface {
  /** Logs a server error: the response had a status of 500 or above. */
  error(message: string, context?: LogContext): void;

  /** Logs a client error: the response had a status below 500. */
  info(message: string, context?: LogContext): void;
}

/** Data of a log entry; `exception` is the error object (PSR-3 1.3). */
export type LogContext = Readonly<Record<string, unknown>>;

/** The levels of PSR-3, the most severe first (RFC 5424 6.2.1). */
export type LogLevel =
  | 'emergency'
  | 'alert'
  | 'critical'
  | 'error'
  | 'warning'
  | 'notice'
  | 'info'
  | 'debug';

/**
 * A logger with all levels of PSR-3. A method never throws because of its context, and can return before
 * or after the line is written.
 *
 * @see PSR-3 3
 */
export interface PsrLoggerInterface extends LoggerInterface {
  /** The system is unusable. */
  emergency(message: string, context?: LogContext): void;

  /** Action must be taken immediately: the whole site is down. */
  alert(message: string, context?: LogContext): void;

  /** A component is unavailable. */
  critical(message: string, context?: LogContext): void;

  /** Exceptional, but not an error: a deprecated API was used. */
  warning(message: string, context?: LogContext): void;

  /** Normal, but significant. */
  notice(message: string, context?: LogContext): void;

  /** Detailed information for developers. */
  debug(message: string, context?: LogContext): void;

  /** Logs at a level, like the method of that name. */
  log(level: LogLevel, message: string, context?: LogContext): void;
}
