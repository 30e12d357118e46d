export { DEFAULT_BODY_LIMIT } from '../body-options.js';
export { multipartReader, withDefaults, type DefaultsOptions } from './with-defaults.js';
