export { multipartReader, withDefaults, type DefaultsOptions } from '../on-demand-parsers.js';
