export { factoriesOf } from './factories-of.js';
export { OptionChecks } from './option-checks.js';
export { OptionError } from './option-error.js';
