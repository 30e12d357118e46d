import {
  afterRequest,
  clock,
  ensure,
  integer,
  nested,
  optional,
  options,
  or,
  rule,
  synchronous,
} from '@mortise/base/options';
import type { Awaitable, ServerRequestInterface } from '@mortise/http-message';
import type { AuthInterface } from '../auth-layer.js';
import { bearerChallenge } from '../challenge.js';
import { schemeLayer } from '../scheme-layer.js';
import { realm, type SchemeOptions, schemeRules } from '../scheme-options.js';
import { type TokenSource, tokenSource } from '../token-source.js';
import { type Refusal, type ReturnsUser, type Verdict, verdictOf } from '../verdict.js';
import { type JwtClaims, scopesOf } from './jwt-claims.js';
import type { JwtAlgorithm } from './jwt-algorithms.js';
import { checkedKeys, type JwtKeys } from './jwt-keys.js';
import { type TokenRules, verifyToken } from './verify-token.js';

/** Options of {@link jwtAuth}. @template U the type of the user, from the option `user` */
export interface JwtAuthOptions<U = JwtClaims> extends SchemeOptions<U> {
  /**
   * The keys that verify tokens: for algorithms that begin with `HS`, a list of secrets, the newest first, each at
   * least as long as the hash; for the others, a set of public keys (JWK Set) or `jwks(url)`. Secrets and public keys
   * cannot be mixed, because each token chooses its algorithm.
   */
  readonly keys: JwtKeys;

  /** The accepted algorithms, such as `['RS256']`, at least one. `none` is not allowed. */
  readonly algorithms: readonly JwtAlgorithm[];

  /** The accepted values of the `iss` claim, a string or a list. */
  readonly issuer: string | readonly string[];

  /** The names of this API, a string or a list: the `aud` claim must contain one of them. */
  readonly audience: string | readonly string[];

  /**
   * The media type that the `typ` header must have, such as `at+jwt` for access tokens (RFC 9068). Set it if the issuer
   * signs other tokens with the same keys and audience. Default: not checked.
   */
  readonly typ?: string | undefined;

  /** Seconds by which the issuer's clock can differ, for `exp` and `nbf`: from 0 to 600. Default 60. */
  readonly clockTolerance?: number | undefined;

  /**
   * Where the token is read from: `fromHeader('X-Api-Key')`, `fromCookie('__Host-token')`. Default: `Authorization:
   * Bearer`.
   */
  readonly token?: TokenSource | undefined;

  /** Names the protected space in the challenge: 1 to 128 visible ASCII characters and spaces. Default `api`. */
  readonly realm?: string | undefined;

  /** Returns the token's scopes; called for routes with `requireScope`. Default: the scopes in the `scope` claim. */
  readonly scopes?:
    | ((request: ServerRequestInterface, claims: JwtClaims) => readonly string[])
    | undefined;

  /** The clock, in milliseconds since 1970; default `Date.now`. */
  readonly now?: (() => number) | undefined;

  /**
   * Called with the request and the verified claims; returns the user, directly or as a promise. `null` or another
   * falsy value refuses the request, for example because the token was revoked. If it throws, the request fails with
   * that error; if it returns an error, a response, a list or a function, it fails with `OPTION_INVALID`. Required if
   * the user's type differs from that of the claims. Default: the claims are the user.
   */
  readonly verify?:
    | ((request: ServerRequestInterface, claims: JwtClaims) => Awaitable<NoInfer<U> | Refusal>)
    | undefined;
}

/** Requires `verify` if the claims cannot be the user. */
type VerifyOf<U> = [JwtClaims] extends [U]
  ? unknown
  : { readonly verify: Required<JwtAuthOptions<U>>['verify'] };

const MAX_TOLERANCE = 600;
const anything = rule(() => true, '');

const declared = options<JwtAuthOptions<unknown>>()(
  'jwtAuth',
  {
    ...schemeRules,
    // `checkedKeys` checks both together, without quoting a key in its errors.
    keys: anything,
    algorithms: anything,
    issuer: nested(namesOf),
    audience: nested(namesOf),
    typ: optional(rule(isName, 'a media type such as "at+jwt"')),
    clockTolerance: or(integer(0, MAX_TOLERANCE), 60),
    realm: or(realm, 'api'),
    token: optional(tokenSource),
    verify: optional(afterRequest('(request, claims) => user')),
    scopes: or(synchronous, (_request: ServerRequestInterface, claims: JwtClaims) =>
      scopesOf(claims),
    ),
    now: clock,
  },
  {
    secret: 'keys: [secret]',
    key: 'keys',
    jwks: 'keys: jwks(url)',
    jwksUri: 'keys: jwks(url)',
    cookie: 'token: fromCookie(name)',
    header: 'token: fromHeader(name)',
  },
);

/**
 * Authenticates requests by a signed JSON Web Token (`Authorization: Bearer`). Other requests get 401, or 503 if no
 * keys are available. The token must have the claims `iss`, `aud` and `exp`.
 *
 * @throws {OptionError} if an option is unknown or has a wrong value; the error contains no key
 * @see RFC 7519; RFC 8725; RFC 6750
 */
export function jwtAuth<U = unknown, R = unknown>(
  given: JwtAuthOptions<U> &
    VerifyOf<U> & { readonly verify?: ((...given: never[]) => R) | undefined } & ReturnsUser<R>,
): AuthInterface {
  const checked = declared(given);
  const { verify, scopes, now, issuer, audience, typ = null, clockTolerance } = checked;
  const find = checkedKeys(checked.keys, checked.algorithms);
  const algorithms = [...checked.algorithms];
  const rules: TokenRules = { algorithms, issuer, audience, typ, clockTolerance };
  return schemeLayer<string>(
    {
      ...{ name: 'jwtAuth', scheme: 'bearer', realm: checked.realm },
      source: checked.token,
      securitySchemes: { jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      challenge: (fault) => bearerChallenge(checked.realm, fault),
      read: (token) => token,
      async verify(request, token): Promise<Verdict> {
        const result = await verifyToken(token, find, rules, now());
        if (result.kind === 'refused') return result;
        const { claims } = result;
        const user = verify === undefined ? claims : verify(request, claims);
        return verdictOf<unknown>(user, () => scopes(request, claims), 'jwtAuth');
      },
    },
    checked,
  );
}

function namesOf(given: string | readonly string[], path: string): string[] {
  const names: readonly string[] = typeof given === 'string' ? [given] : given;
  const holds = Array.isArray(names) && names.length > 0 && names.every(isName);
  ensure(holds, path, given, 'a string, or a list of at least one string');
  return [...names];
}

function isName(text: unknown): boolean {
  return typeof text === 'string' && text !== '';
}
