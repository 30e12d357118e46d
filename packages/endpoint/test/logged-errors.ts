import type { LoggerInterface } from '@mortise/http-message';

/** A logger that keeps the errors of the server, for tests. */
export function loggedErrors(): { readonly logger: LoggerInterface; readonly texts: string[] } {
  const texts: string[] = [];
  const logger: LoggerInterface = {
    error: (message, context) => texts.push(`${message} ${String(context?.['exception'])}`),
    info: () => undefined,
  };
  return { logger, texts };
}
