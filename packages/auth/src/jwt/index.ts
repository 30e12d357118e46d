export type { Jwk, JwkSet } from './jwk-set.js';
export { jwks, type JwksEvent, type JwksOptions } from './jwks.js';
export { jwtAuth, type JwtAuthOptions } from './jwt-auth.js';
export type { JwtClaims } from './jwt-claims.js';
export type { JwtKeySource } from './jwt-key-source.js';
export { JwtKeysError } from './jwt-keys-error.js';
export type { JwtAlgorithm } from './jwt-algorithms.js';
export type { JwtKeys } from './jwt-keys.js';
