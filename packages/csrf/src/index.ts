export {
  type CrossOriginEvent,
  type CrossOriginOptions,
  crossOriginProtection,
} from './cross-origin-protection.js';
export { crossOriginRefusal, type OriginRequest } from './cross-origin-refusal.js';
export { type CsrfCode, CsrfError, type CsrfSetupCode, CsrfSetupError } from './csrf-error.js';
export { CSRF, type CsrfInterface, type CsrfTokenOptions, csrfTokens } from './csrf-tokens.js';
