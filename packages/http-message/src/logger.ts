/**
 * Where errors are logged: the two PSR-3 levels that an application uses. `console` implements it, and so does every
 * {@link PsrLoggerInterface}.
 *
 * @see PSR-3
 */
export interface LoggerInterface {
  /** Logs a server error: the response had a status of 500 or above. */
  error(message: string, context?: LogContext): void;

  /** Logs a client error: the response had a status below 500. */
  info(message: string, context?: LogContext): void;
}

/** Structured data of a log entry; `exception` holds the error object (PSR-3 1.3). */
export type LogContext = Readonly<Record<string, unknown>>;

/** The PSR-3 levels, most severe first (RFC 5424 6.2.1). */
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
 * A logger with all PSR-3 levels. Its methods never throw because of their context, and can return before the line is
 * written.
 *
 * @see PSR-3 3
 */
export interface PsrLoggerInterface extends LoggerInterface {
  /** The system is unusable. */
  emergency(message: string, context?: LogContext): void;

  /** Action must be taken immediately, for example because the whole site is down. */
  alert(message: string, context?: LogContext): void;

  /** A component is unavailable. */
  critical(message: string, context?: LogContext): void;

  /** Exceptional, but not an error, such as the use of a deprecated API. */
  warning(message: string, context?: LogContext): void;

  /** Normal but significant. */
  notice(message: string, context?: LogContext): void;

  /** Detailed information for developers. */
  debug(message: string, context?: LogContext): void;

  /** Logs at the given level, like the method with that name. */
  log(level: LogLevel, message: string, context?: LogContext): void;
}
