import type { HttpFactoriesInterface } from '@mortise/http-message';
import { type AppInterface, createApp, type LoggerInterface } from '../src/index.js';

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

/** A logger that keeps the level, message and context of each line. */
export function recorder() {
  const lines: unknown[][] = [];
  const logger: LoggerInterface = {
    error: (...line) => void lines.push(['error', ...line]),
    info: (...line) => void lines.push(['info', ...line]),
  };
  return { lines, logger };
}
