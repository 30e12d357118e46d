import { accessLog } from '@mortise/request-log';
import type { LoggerInterface, MiddlewareInterface } from 'mortise';

/** Writes one line for each request: method, path, status, milliseconds, id. */
export function requestLog(write: (line: string) => void): MiddlewareInterface {
  const logger: LoggerInterface = {
    info: (message, { ms, requestId } = {}) => {
      write(`${message} ${Number(ms).toFixed(1)} ms ${String(requestId)}`);
    },
    error: write,
  };
  return accessLog(logger, {
    skip: (request) => request.getUri().getPath().startsWith('/assets/'),
  });
}
