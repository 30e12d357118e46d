import { memberOf } from '@mortise/base';
import { accepted, choice } from '@mortise/base/options';
import type { LogContext, LogLevel, PsrLoggerInterface } from '@mortise/http-message';

/** A logger whose first argument is an object, such as those of pino, bunyan and Fastify. */
export interface ObjectFirstLogger {
  /** If absent, `error` is called instead. */
  fatal?(fields: object, message: string): void;
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
  debug(fields: object, message: string): void;
}

type Method = keyof ObjectFirstLogger;

const METHODS: Readonly<Record<LogLevel, Method>> = {
  emergency: 'fatal',
  alert: 'fatal',
  critical: 'fatal',
  error: 'error',
  warning: 'warn',
  notice: 'info',
  info: 'info',
  debug: 'debug',
};

const A_LEVEL = choice(...(Object.keys(METHODS) as LogLevel[]));

/**
 * Adapts a logger whose methods take an object first to PSR-3: `createApp({ logger: objectFirst(pino()) })`. The log
 * context becomes that object. Its `exception` is renamed to `err`, which such loggers write with the stack, unless the
 * context already has an `err`.
 *
 * The returned `log` method throws an `OptionError` (`OPTION_INVALID`) for a level that PSR-3 does not have, such as
 * `trace`.
 *
 * @see PSR-3 1.1
 */
export function objectFirst(logger: ObjectFirstLogger): PsrLoggerInterface {
  const write = (level: LogLevel, message: string, context: LogContext = {}): void => {
    const { exception, ...fields } = context;
    const method = METHODS[level];
    const given = exception === undefined ? fields : withException(fields, exception);
    logger[logger[method] === undefined ? 'error' : method]?.(given, message);
  };
  const methods = Object.keys(METHODS).map((level) => [
    level,
    (message: string, context?: LogContext) => {
      write(level as LogLevel, message, context);
    },
  ]);
  return {
    ...(Object.fromEntries(methods) as Omit<PsrLoggerInterface, 'log'>),
    log(level, message, context) {
      accepted(A_LEVEL, level, 'log.level');
      write(level, message, context);
    },
  };
}

/**
 * Adds the exception as `err`. If there already is an `err`, it stays `exception` and becomes plain data, because
 * loggers write only `err` with its stack.
 */
function withException(fields: LogContext, exception: unknown): object {
  if (!Object.hasOwn(fields, 'err')) return { ...fields, err: exception };
  return { ...fields, exception: errorAsData(exception) };
}

/** Maximum depth of nested errors: causes, members that are errors, and the errors of an `AggregateError`. */
const MAX_DEPTH = 5;

/** Converts an error, its causes and its members to plain data for JSON. Deeper errors become strings, other values stay. */
function errorAsData(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  if (depth === MAX_DEPTH) return String(error);
  const data: Record<string, unknown> = {};
  // `cause`, and `errors` of an AggregateError, are not enumerable.
  const names = ['message', 'stack', 'cause', 'errors', ...Object.keys(error)];
  for (const name of names) {
    const value = memberOf(error, name);
    if (value === undefined || name === '__proto__') continue;
    data[name] = Array.isArray(value)
      ? value.map((each) => errorAsData(each, depth + 1))
      : errorAsData(value, depth + 1);
  }
  return { type: error.name, ...data };
}
