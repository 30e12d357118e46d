export {
  type CspDirectives,
  type CspSource,
  type CspSourceDirectives,
  DEFAULT_DIRECTIVES,
  NONCE,
} from './csp-directives.js';
export { CSP_NONCE, CSP_NONCE_USED, type CspNonceReading as CspNonce } from '@mortise/base/keys';
export { type CspContext, cspPolicy } from './csp-policy.js';
export type { PermissionsPolicy } from './permissions-policy.js';
export type { ReportingEndpoints } from './reporting-endpoints.js';
export { secureHeaders } from './secure-headers.js';
export type {
  HstsOptions,
  ReferrerPolicy,
  SecureHeadersOptions,
} from './secure-headers-options.js';
