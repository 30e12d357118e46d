export { LogPinoError } from './log-pino-error.js';
export { type PinoLike, pinoLogger } from './pino-logger.js';
