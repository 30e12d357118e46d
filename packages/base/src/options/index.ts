export { OptionChecks } from './option-checks.js';
export { OptionError } from './option-error.js';
