import { consoleText } from '@mortise/base';
import type { LoggerInterface } from '@mortise/http-message';

export type { LogContext, LoggerInterface } from '@mortise/http-message';

/** Writes server errors to the console, and ignores client errors. */
export const consoleLogger: LoggerInterface = {
  error(message, { method, target, exception } = {}) {
    const where = typeof method === 'string' && typeof target === 'string';
    const line = where ? `${method} ${target}: ${message}` : message;
    console.error(...(exception === undefined ? [line] : [...consoleText(line), exception]));
  },
  info() {
    // Network scanners would fill the console with client errors.
  },
};
