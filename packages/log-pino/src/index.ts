export { type PinoLike, pinoLogger } from './pino-logger.js';
