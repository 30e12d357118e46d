export { multipartReader, withDefaults, type DefaultsOptions } from './with-defaults.js';
