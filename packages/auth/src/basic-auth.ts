import type { Awaitable, ServerRequestInterface } from '@mortise/http-message';
import type { AuthInterface } from './auth-layer.js';
import { type BasicCredentials, parseBasicCredentials } from './basic-credentials.js';
import { basicChallenge } from './challenge.js';
import { schemeLayer } from './scheme-layer.js';
import { checkRealm, checks, SCHEME_OPTIONS, type SchemeOptions } from './scheme-options.js';
import { type Refusal, verdictOf } from './verdict.js';

/** Options of {@link basicAuth}. @template U the type of the user, from the option `user` */
export interface BasicAuthOptions<U = unknown> extends SchemeOptions<U> {
  /** What the browser shows when it asks for the password: 1 to 128 visible ASCII characters and spaces. */
  readonly realm: string;

  /**
   * Returns the user with these credentials; `null`, `undefined` or `false` refuses them. Compare secrets with
   * `equalSecrets`. An error that it throws, such as that of a database, is the error of the request.
   */
  readonly verify: (
    request: ServerRequestInterface,
    credentials: BasicCredentials,
  ) => Awaitable<NoInfer<U> | Refusal>;

  /** Returns the scopes of the user; called for routes with `requireScope`. Default: such routes fail with 500. */
  readonly scopes?: (request: ServerRequestInterface, user: NoInfer<U>) => readonly string[];
}

const NAMES: Record<keyof BasicAuthOptions, 0> = {
  ...SCHEME_OPTIONS,
  realm: 0,
  verify: 0,
  scopes: 0,
};

/**
 * Authenticates requests by user name and password (`Authorization: Basic`). Others get 401, and browsers ask for the
 * password. The password is sent with each request, in clear text: use it over HTTPS only.
 *
 * @throws {AuthOptionError} if an option is unknown or has a wrong value
 * @see RFC 7617
 */
export function basicAuth<U = unknown>(options: BasicAuthOptions<U>): AuthInterface {
  checks.names(options, NAMES);
  const { verify, scopes } = options;
  const challenge = basicChallenge(checkRealm(options.realm));
  checks.callable('verify', verify);
  if (scopes !== undefined) checks.callable('scopes', scopes);
  return schemeLayer<BasicCredentials>(
    {
      ...{ name: 'basicAuth', scheme: 'basic', realm: options.realm },
      securitySchemes: { basic: { type: 'http', scheme: 'basic' } },
      challenge: () => challenge,
      read: parseBasicCredentials,
      verify: (request, credentials) =>
        verdictOf<NoInfer<U>>(
          verify(request, credentials),
          scopes ? (user) => scopes(request, user) : null,
        ),
    },
    options,
  );
}
