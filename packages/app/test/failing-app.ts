import type { HttpFactoriesInterface } from '@mortise/http-message';
import { type AppInterface, createApp, errorOf, type LoggerInterface } from '../src/index.js';

/** Returns a function that creates applications whose only layer throws. */
export function failingApps(factories: HttpFactoriesInterface) {
  return (make: () => unknown, logger: LoggerInterface = recorder().logger): AppInterface => {
    const app = createApp({ factories, logger });
    app.add(() => {
      throw make();
    });
    return app;
  };
}

/** Adds a layer that notes what it gets: a status and the message of `errorOf`, or an exception. */
export function noting(app: AppInterface): unknown[] {
  const seen: unknown[] = [];
  app.add(async (incoming, handler) => {
    try {
      const response = await handler.handle(incoming);
      seen.push(response.getStatusCode(), errorOf(incoming)?.message ?? null);
      return response.withHeader('X-Layer', 'yes');
    } catch (error) {
      seen.push(error);
      throw error;
    }
  });
  return seen;
}

/** A logger that keeps the level, message and context of each line. */
export function recorder() {
  const lines: unknown[][] = [];
  const logger: LoggerInterface = {
    error: (...line) => void lines.push(['error', ...line]),
    info: (...line) => void lines.push(['info', ...line]),
  };
  return { lines, logger };
}
