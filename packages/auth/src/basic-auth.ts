import { afterRequest, optional, options, synchronous } from '@mortise/base/options';
import type { Awaitable, ServerRequestInterface } from '@mortise/http-message';
import type { AuthInterface } from './auth-layer.js';
import { type BasicCredentials, parseBasicCredentials } from './basic-credentials.js';
import { basicChallenge } from './challenge.js';
import { schemeLayer } from './scheme-layer.js';
import { realm, type SchemeOptions, schemeRules } from './scheme-options.js';
import { type Refusal, type ReturnsUser, verdictOf } from './verdict.js';

/** Options of {@link basicAuth}. @template U the type of the user, from the `user` option */
export interface BasicAuthOptions<U = unknown> extends SchemeOptions<U> {
  /** The text that browsers show when they prompt for the password: 1 to 128 visible ASCII characters and spaces. */
  readonly realm: string;

  /**
   * Called with the request and `{ username, password }`; returns the user, directly or as a promise. `null` or another falsy
   * value refuses the request. Compare secrets with `equalSecrets`. If it throws, for example because a database is
   * down, the request fails with that error; if it returns an error, a response, a list or a function, it fails with
   * `OPTION_INVALID`.
   */
  readonly verify: (
    request: ServerRequestInterface,
    credentials: BasicCredentials,
  ) => Awaitable<NoInfer<U> | Refusal>;

  /** Returns the user's scopes; called for routes with `requireScope`. Default: such routes fail with 500. */
  readonly scopes?:
    | ((request: ServerRequestInterface, user: NoInfer<U>) => readonly string[])
    | undefined;
}

const VERIFY = '(request, { username, password }) => user';
const declared = options<BasicAuthOptions>()(
  'basicAuth',
  {
    ...schemeRules,
    realm,
    verify: afterRequest(VERIFY),
    scopes: optional(synchronous),
  },
  { username: `verify: ${VERIFY}`, password: `verify: ${VERIFY}`, users: `verify: ${VERIFY}` },
);

/**
 * Authenticates requests by user name and password (`Authorization: Basic`). Other requests get 401, and browsers
 * prompt for the password. The password is sent in clear text with each request: use HTTPS.
 *
 * @throws {OptionError} if an option is unknown or has a wrong value
 * @see RFC 7617
 */
export function basicAuth<U = unknown, R = unknown>(
  given: BasicAuthOptions<U> & { readonly verify: (...given: never[]) => R } & ReturnsUser<R>,
): AuthInterface {
  const checked = declared(given as BasicAuthOptions);
  const { verify, scopes } = checked;
  const challenge = basicChallenge(checked.realm);
  return schemeLayer<BasicCredentials>(
    {
      ...{ name: 'basicAuth', scheme: 'basic', realm: checked.realm },
      securitySchemes: { basic: { type: 'http', scheme: 'basic' } },
      challenge: () => challenge,
      read: parseBasicCredentials,
      verify: (request, credentials) =>
        verdictOf<unknown>(
          verify(request, credentials),
          scopes ? (user) => scopes(request, user) : null,
          'basicAuth',
        ),
    },
    checked,
  );
}
