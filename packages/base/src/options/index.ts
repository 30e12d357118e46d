export { OptionChecks } from './option-checks.js';
