/** A signature algorithm: RFC 7518 3.1, RFC 8037 3.1, RFC 9864 2.2. */
export type JwtAlgorithm =
  | 'HS256'
  | 'HS384'
  | 'HS512'
  | 'RS256'
  | 'RS384'
  | 'RS512'
  | 'PS256'
  | 'PS384'
  | 'PS512'
  | 'ES256'
  | 'ES384'
  | 'ES512'
  | 'EdDSA'
  | 'Ed25519';

/** The minimum bytes of a secret, which are those of the hash (RFC 7518 3.2). */
export const SECRET_BYTES: ReadonlyMap<string, number> = new Map([
  ['HS256', 32],
  ['HS384', 48],
  ['HS512', 64],
]);

/** The `kty` that each algorithm requires of its keys and, if it requires one, the `crv`. */
export const KEY_KINDS: readonly (readonly [algorithm: RegExp, kty: string, crv?: string])[] = [
  [/^[RP]S/, 'RSA'],
  [/^ES256$/, 'EC', 'P-256'],
  [/^ES384$/, 'EC', 'P-384'],
  [/^ES512$/, 'EC', 'P-521'],
  [/^Ed/, 'OKP', 'Ed25519'],
];

/** The algorithms that verify with a public key. */
export const PUBLIC_KEY_ALGORITHMS: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
