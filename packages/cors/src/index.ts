export { allowedOrigin } from './allowed-origin.js';
export { cors } from './cors.js';
export type { CorsOptions, OriginCheck } from './cors-options.js';
export { type CorsRules, corsRules, type Field } from './cors-rules.js';
export { isPreflight, preflightFields } from './preflight.js';
