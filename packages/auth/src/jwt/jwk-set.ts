/** A public key: RFC 7517 4, with the members for RSA, EC and OKP keys (RFC 7518 6, RFC 8037 2). */
export interface Jwk {
  readonly kty?: string;
  readonly kid?: string;
  readonly alg?: string;
  readonly use?: string;
  readonly key_ops?: readonly string[];
  readonly n?: string;
  readonly e?: string;
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
  readonly x5c?: readonly string[];
  readonly x5t?: string;
  readonly 'x5t#S256'?: string;
  readonly x5u?: string;
}

/** A set of public keys: RFC 7517 5. */
export interface JwkSet {
  /** 1 to 100 keys. */
  readonly keys: readonly Jwk[];
}

const MAX_KEYS = 100;

/** Whether a value, such as parsed JSON, has the form of a JWK set: a list of 1 to 100 objects with a `kty`. */
export function isJwkSet(value: unknown): value is JwkSet {
  const { keys } = Object(value) as { readonly keys?: unknown };
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > MAX_KEYS) return false;
  return keys.every((key: unknown) => typeof (Object(key) as Jwk).kty === 'string');
}

/** Whether a key has members that must stay secret, as private and symmetric keys do. */
export function isSecretJwk(key: object): boolean {
  return 'd' in key || 'k' in key;
}
