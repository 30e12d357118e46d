export { anyOf } from './any-of.js';
export {
  type AuthCode,
  AuthError,
  AuthLayerMissingError,
  CrossOriginProtectionMissingError,
} from './auth-error.js';
export type { AuthDescription, AuthInterface, AuthResult } from './auth-layer.js';
export { USER, userOf } from './authentication.js';
export { type AuthorizationResult, parseAuthorization } from './authorization.js';
export { basicAuth, type BasicAuthOptions } from './basic-auth.js';
export { type BasicCredentials, parseBasicCredentials } from './basic-credentials.js';
export { bearerAuth, type BearerAuthOptions } from './bearer-auth.js';
export { basicChallenge, bearerChallenge, type BearerFault } from './challenge.js';
export { equalSecrets } from './equal-secrets.js';
export { requireScope } from './require-scope.js';
export { fromCookie, fromHeader, type TokenSource } from './token-source.js';
export type { SchemeOptions } from './scheme-options.js';
export type { Refusal, ReturnsUser } from './verdict.js';
