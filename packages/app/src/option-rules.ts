import { methods, object, or } from '@mortise/base/options';

/** The rule for an option that is a logger. */
export const logger = methods('a logger with error(message) and info(message)', 'error', 'info');

/** The rule for an option that is an object; default `{}`. */
export const record = or(object, {});
