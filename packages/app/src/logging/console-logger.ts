import { consoleText } from '@mortise/base';
import type { LoggerInterface } from '@mortise/http-message';

/** Writes server errors to the console, and ignores client errors. */
export const consoleLogger: LoggerInterface = {
  error(message, { method, target, exception } = {}) {
    const where = typeof method === 'string' && typeof target === 'string';
    const text = withoutError(message, exception);
    const line = where ? `${method} ${target}: ${text}` : text;
    console.error(...(exception === undefined ? [line] : [...consoleText(line), exception]));
  },
  info() {
    // Otherwise, network scanners would fill the console with client errors.
  },
};

/** Removes the error's name and message, which the console prints again with the stack. */
function withoutError(message: string, error: unknown): string {
  if (!(error instanceof Error)) return message;
  return message.replace(` ${error.name}: ${error.message}`, '');
}
