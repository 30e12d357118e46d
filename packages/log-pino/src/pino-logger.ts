import { objectFirst, type ObjectFirstLogger } from '@mortise/app';
import { quote } from '@mortise/base';
import { accepted, methods } from '@mortise/base/options';
import type { LogContext, LogLevel, PsrLoggerInterface } from '@mortise/http-message';

/** The methods that `pinoLogger` needs from a pino logger or child logger. */
export type PinoLike = Required<ObjectFirstLogger>;

const METHODS = ['fatal', 'error', 'warn', 'info', 'debug'] satisfies (keyof PinoLike)[];
const A_LOGGER = methods('a pino logger, such as pino()', ...METHODS);
const PLACEHOLDER = /\{([\w.]+)\}/g;
/** Clients can send placeholders in text that becomes part of a message: without a limit each would add a whole value. */
const MAX_INSERTED = 8_192;

/**
 * Adapts a pino logger to PSR-3: `createApp({ logger: pinoLogger(pino()) })`.
 *
 * The context becomes the fields of the line, and its `exception` becomes `err`, which pino writes with type,
 * message and stack. `emergency`, `alert` and `critical` are `fatal`, `notice` is `info`.
 * Message placeholders, such as `{user}`, are replaced with strings, numbers and booleans from the
 * context, as long as these have at most 8,192 characters in total; others stay.
 *
 * `log` throws an `OptionError` (`OPTION_INVALID`) for a level that PSR-3 does not have, such as `trace`.
 *
 * @throws {OptionError} `OPTION_INVALID` for other loggers, such as `console`
 * @see PSR-3 1.1, 1.2, 1.3
 */
export function pinoLogger(pino: PinoLike): PsrLoggerInterface {
  accepted(A_LOGGER, pino, 'pinoLogger.pino');
  const adapted = objectFirst(pino);
  const at =
    (level: LogLevel) =>
    (message: unknown, given?: LogContext | null): void => {
      const context = given ?? {};
      const text = interpolated(textOf(message), context);
      try {
        adapted.log(level, text, context);
      } catch (failure) {
        if (context['exception'] === undefined) throw failure;
        adapted.log(level, text, { ...context, exception: copyOf(context['exception']) });
      }
    };
  return {
    emergency: at('emergency'),
    alert: at('alert'),
    critical: at('critical'),
    error: at('error'),
    warning: at('warning'),
    notice: at('notice'),
    info: at('info'),
    debug: at('debug'),
    log: (level, message, context) => {
      at(level)(message, context);
    },
  };
}

/** PSR-3 1.2: also of what has a text, such as an error. A logger that throws for another value would hide it. */
function textOf(message: unknown): string {
  try {
    return String(message);
  } catch {
    return quote(message);
  }
}

/** Copies what can be read of an error that pino cannot write: it marks errors, and a frozen one or a proxy refuses that. */
function copyOf(error: unknown): Error {
  const read = (name: string): string => {
    try {
      return textOf((error as Record<string, unknown>)[name]);
    } catch {
      return 'unreadable';
    }
  };
  // Without a constructor, pino writes the name as the type.
  return Object.defineProperties(new Error(read('message')), {
    constructor: { value: undefined },
    name: { value: read('name') },
    stack: { value: read('stack') },
  });
}

function interpolated(message: string, context: LogContext): string {
  if (!message.includes('{')) return message;
  let rest = MAX_INSERTED;
  return message.replaceAll(PLACEHOLDER, (placeholder, name: string) => {
    const value = Object.hasOwn(context, name) ? context[name] : undefined;
    const isText =
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (!isText) return placeholder;
    const text = String(value);
    if (text.length > rest) return placeholder;
    rest -= text.length;
    return text;
  });
}
