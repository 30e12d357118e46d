export { multipartReader, withDefaults, type DefaultsOptions } from '../defaults.js';
