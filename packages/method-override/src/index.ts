export { methodOverride } from './method-override.js';
export { overriddenMethod } from './overridden-method.js';
