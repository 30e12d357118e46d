import { methods, object, or } from '@mortise/base/options';

/** The rule of an option that is a logger. */
export const logger = methods('a logger with error(message) and info(message)', 'error', 'info');

/** The rule of an option that is an object, by default an empty one. */
export const record = or(object, {});
