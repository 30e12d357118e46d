import { afterRequest, optional, options, or, synchronous } from '@mortise/base/options';
import type { Awaitable, ServerRequestInterface } from '@mortise/http-message';
import type { AuthInterface } from './auth-layer.js';
import { bearerChallenge } from './challenge.js';
import { schemeLayer } from './scheme-layer.js';
import { realm, type SchemeOptions, schemeRules } from './scheme-options.js';
import { type TokenSource, tokenSource } from './token-source.js';
import { type Refusal, type ReturnsUser, verdictOf } from './verdict.js';

/** Options of {@link bearerAuth}. @template U the type of the user, from the `user` option */
export interface BearerAuthOptions<U = unknown> extends SchemeOptions<U> {
  /** Names the protected space in the challenge: 1 to 128 visible ASCII characters and spaces. Default `api`. */
  readonly realm?: string | undefined;

  /**
   * Where the token is read from: `fromHeader('X-Api-Key')`, `fromCookie('__Host-token')`. Default: `Authorization:
   * Bearer`.
   */
  readonly token?: TokenSource | undefined;

  /**
   * Called with the request and the token; returns the user, directly or as a promise. `null` or another falsy value refuses
   * the request. Store only hashes of tokens, and look them up by hash. If it throws, for example because a database is
   * down, the request fails with that error; if it returns an error, a response, a list or a function, it fails with
   * `OPTION_INVALID`.
   */
  readonly verify: (
    request: ServerRequestInterface,
    token: string,
  ) => Awaitable<NoInfer<U> | Refusal>;

  /** Returns the user's scopes; called for routes with `requireScope`. Default: such routes fail with 500. */
  readonly scopes?:
    | ((request: ServerRequestInterface, user: NoInfer<U>) => readonly string[])
    | undefined;
}

const declared = options<BearerAuthOptions>()('bearerAuth', {
  ...schemeRules,
  realm: or(realm, 'api'),
  token: optional(tokenSource),
  verify: afterRequest('(request, token) => user'),
  scopes: optional(synchronous),
});

/**
 * Authenticates requests by a token (`Authorization: Bearer`) that your `verify` looks up. Other requests get 401.
 * Tokens in the query string or in a form are ignored.
 *
 * @throws {OptionError} if an option is unknown or has a wrong value
 * @see RFC 6750
 */
export function bearerAuth<U = unknown, R = unknown>(
  given: BearerAuthOptions<U> & { readonly verify: (...given: never[]) => R } & ReturnsUser<R>,
): AuthInterface {
  const checked = declared(given as BearerAuthOptions);
  const { verify, scopes } = checked;
  return schemeLayer<string>(
    {
      ...{ name: 'bearerAuth', scheme: 'bearer', realm: checked.realm },
      source: checked.token,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      challenge: (fault) => bearerChallenge(checked.realm, fault),
      read: (token) => token,
      verify: (request, token) =>
        verdictOf<unknown>(
          verify(request, token),
          scopes ? (user) => scopes(request, user) : null,
          'bearerAuth',
        ),
    },
    checked,
  );
}
