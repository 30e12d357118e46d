export { methodOverride } from './method-override.js';
export { type OverridableRequest, overriddenMethod } from './overridden-method.js';
