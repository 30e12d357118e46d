import { consoleLine } from '@mortise/base';
import {
  accepted,
  boolean,
  callable,
  logger as loggerWith,
  membersOf,
  optional,
  options,
  or,
  synchronous,
} from '@mortise/base/options';
import type {
  AttributeKey,
  Awaitable,
  LogContext,
  LoggerInterface,
  MiddlewareInterface,
  RequestEnd,
  RequestLifetimeInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { type AccessLine, accessLine } from './access-line.js';

/** Options of the log. */
export interface AccessLogOptions {
  /**
   * Returns members to add to the line's context, or to replace in it. If it throws, the exception is logged instead.
   */
  readonly fields?: ((request: ServerRequestInterface, end: RequestEnd) => LogContext) | undefined;

  /**
   * Returns `true` for requests that should not be logged. If it throws, the request is logged, with the exception.
   * Default: none.
   */
  readonly skip?: ((request: ServerRequestInterface, end: RequestEnd) => boolean) | undefined;

  /** Whether the path is logged with its query, which can contain secrets. Default: `false`. */
  readonly query?: boolean | undefined;

  /**
   * Milliseconds of a monotonic clock, read twice per request. With this option, durations include the cleanups of
   * inner layers. Default: `performance.now`, to the end of the request before its cleanups.
   */
  readonly now?: (() => number) | undefined;
}

const A_LOGGER = loggerWith('info');
const declared = options<AccessLogOptions>()('accessLog', {
  fields: optional(membersOf),
  skip: optional(synchronous),
  query: or(boolean, false),
  now: optional(callable),
});

/** The members of a line that its message contains. */
const IN_MESSAGE: ReadonlySet<string> = new Set(['method', 'path', 'status', 'aborted']);

/** PSR-3 returns nothing; a logger that writes later can return a promise. */
interface AnyLogger {
  info(message: string, context: LogContext): Awaitable<void>;
}

/** Writes a line with the members of `fields`. */
type Writer = (line: AccessLine, added: LogContext) => Awaitable<void>;

const writeToConsole: Writer = ({ message, context }, added) => {
  const others = Object.entries(context).filter(([name]) => !IN_MESSAGE.has(name));
  console.info(...consoleLine(message, { ...Object.fromEntries(others), ...added }));
};

/** The loggers that a request already has, so that a layer that retries adds no second line. */
const LOGGERS: AttributeKey<readonly LoggerInterface[]> = 'mortise.access-loggers';

/**
 * Logs each request once, at its end, as `info`: when the last byte was passed to the connection, the
 * client disconnected, or the server failed. Add it outside the layers that it should time.
 *
 * @param logger a PSR-3 logger, or `console`, which gets one line of text. What the logger throws or rejects with
 *   reaches the adapter as a cleanup error; the client has its response.
 * @throws {OptionError} `OPTION_INVALID`
 */
export function accessLog(logger: LoggerInterface, given?: AccessLogOptions): MiddlewareInterface {
  const { fields, skip, query, now } = declared(given);
  accepted(A_LOGGER, logger, 'accessLog.logger');
  const any: AnyLogger = logger;
  const write: Writer =
    logger === console
      ? writeToConsole
      : ({ message, context }, added) => any.info(message, { ...context, ...added });

  const log = (
    request: ServerRequestInterface,
    end: RequestEnd,
    duration: number,
  ): Awaitable<void> => {
    const added = addedTo(request, end);
    if (added === null) return;
    const line = accessLine(request, { end, duration, withQuery: query });
    // Returned, so that its failure is that of the cleanup and does not end the process.
    return write(line, added);
  };
  /** Returns `null` for a request that is skipped. */
  const addedTo = (request: ServerRequestInterface, end: RequestEnd): LogContext | null => {
    try {
      return skip?.(request, end) === true ? null : (fields?.(request, end) ?? {});
    } catch (exception) {
      return { exception };
    }
  };

  return {
    name: 'accessLog',
    process(request, handler) {
      const lifetime = request.getLifetime();
      if (isFirst(lifetime, logger)) {
        const start = now?.() ?? performance.now();
        lifetime.onEnd((end) => log(request, end, (now?.() ?? end.time) - start));
      }
      return handler.handle(request);
    },
  };
}

function isFirst(lifetime: RequestLifetimeInterface, logger: LoggerInterface): boolean {
  const loggers = lifetime.getValue(LOGGERS) ?? [];
  if (loggers.includes(logger)) return false;
  lifetime.setValue(LOGGERS, [...loggers, logger]);
  return true;
}
