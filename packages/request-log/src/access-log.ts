import { consoleText } from '@mortise/base';
import { OptionChecks } from '@mortise/base/options';
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
import { accessLine } from './access-line.js';
import { RequestLogError } from './request-log-error.js';

/** Options of the log. */
export interface AccessLogOptions {
  /** Adds to the context of the line, or replaces members of it. Its exception is logged instead. */
  readonly fields?: (request: ServerRequestInterface, end: RequestEnd) => LogContext;

  /** Requests that are not logged. Default: none. */
  readonly skip?: (request: ServerRequestInterface, end: RequestEnd) => boolean;

  /** Whether the path is logged with its query, which can contain secrets. Default: `false`. */
  readonly query?: boolean;

  /** Milliseconds of a monotonic clock. Default: `performance.now`. */
  readonly now?: () => number;
}

const OPTIONS: Record<keyof AccessLogOptions, 0> = {
  fields: 0,
  skip: 0,
  query: 0,
  now: 0,
};
const checks = new OptionChecks(RequestLogError);

/** PSR-3 returns nothing; a logger that writes later can return a promise. */
interface Writer {
  info(message: string, context: LogContext): Awaitable<void>;
}

/** The first argument of console is a format: in `GET /%d0%b0 200` the context would replace `%d`. */
const consoleWriter: Writer = {
  info: (message, context) => {
    console.info(...consoleText(message), context);
  },
};

/** The loggers that a request already has, so that a layer that retries adds no second line. */
const LOGGERS: AttributeKey<readonly LoggerInterface[]> = 'mortise.access-loggers';

/**
 * Logs each request once, at its end, as `info`: when the last byte was passed to the connection, the
 * client disconnected, or the server failed. Add it outside of the layers that it should time.
 *
 * @param logger a PSR-3 logger, or `console`. What it throws or rejects with reaches the adapter as an error of a
 *   cleanup; the client has its response.
 * @throws {RequestLogError} `OPTION_INVALID`
 */
export function accessLog(
  logger: LoggerInterface,
  options: AccessLogOptions = {},
): MiddlewareInterface {
  checks.names(options, OPTIONS);
  const { fields, skip, query = false, now = () => performance.now() } = options;
  checks.methods('logger', logger, ['info'], 'a logger with the methods of PSR-3');
  for (const [name, value] of Object.entries({ fields, skip, now })) {
    if (value !== undefined) checks.callable(name, value);
  }
  checks.boolean('query', query);
  const writer: Writer = logger === console ? consoleWriter : logger;

  const log = (
    request: ServerRequestInterface,
    end: RequestEnd,
    duration: number,
  ): Awaitable<void> => {
    if (skip?.(request, end) === true) return;
    const { message, context } = accessLine(request, { end, duration, withQuery: query });
    // Returned, so that its failure is that of the cleanup and does not end the process.
    return writer.info(
      message,
      fields === undefined ? context : { ...context, ...own(request, end) },
    );
  };
  const own = (request: ServerRequestInterface, end: RequestEnd): LogContext | undefined => {
    try {
      return fields?.(request, end);
    } catch (exception) {
      return { exception };
    }
  };

  return {
    name: 'accessLog',
    process(request, handler) {
      const lifetime = request.getLifetime();
      if (isFirst(lifetime, logger)) {
        const start = now();
        lifetime.onEnd((end) => log(request, end, now() - start));
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
