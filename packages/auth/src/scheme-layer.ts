import type { Complete } from '@mortise/base/options';
import { andThen } from '@mortise/base';
import type { Awaitable, ServerRequestInterface } from '@mortise/http-message';
import { type AuthCode, AuthError } from './auth-error.js';
import { type AuthInterface, authLayer, type AuthResult } from './auth-layer.js';
import { AUTHENTICATION } from './authentication.js';
import type { SchemeOptions } from './scheme-options.js';
import { apiKeyScheme, readToken, type TokenSource } from './token-source.js';
import type { Verdict } from './verdict.js';

/** The parts that differ between schemes. */
export interface SchemeParts<C> {
  /** The name of the layer. */
  readonly name: string;
  readonly scheme: 'basic' | 'bearer';
  readonly realm: string | null;
  readonly securitySchemes: Readonly<Record<string, object>>;

  /** Where the token is read from; the `Authorization` header if absent. */
  readonly source?: TokenSource | undefined;

  /** @param fault `null` for a request without credentials */
  challenge(fault: 'invalid_request' | 'invalid_token' | null): string;

  /** @returns `null` if the credentials are malformed */
  read(token: string): C | null;

  verify(request: ServerRequestInterface, credentials: C): Awaitable<Verdict>;
}

/** Creates the layer of one scheme. */
export function schemeLayer<C>(
  parts: SchemeParts<C>,
  options: Complete<SchemeOptions<unknown>>,
): AuthInterface {
  const { user: key, optional, maxLength } = options;
  const { name, scheme, realm, source } = parts;
  const securitySchemes = source === undefined ? parts.securitySchemes : apiKeyScheme(source);
  const vary = [
    source === undefined ? 'Authorization' : source.in === 'cookie' ? 'Cookie' : source.name,
  ];
  const challenges = [parts.challenge(null)];

  const refuse = (code: AuthCode, cause?: Error): AuthResult => {
    const fault = code === 'CREDENTIALS_INVALID' ? 'invalid_token' : 'invalid_request';
    return { kind: 'refused', error: new AuthError(code, [parts.challenge(fault)], cause) };
  };

  return authLayer({
    ...{ name, optional, challenges, securitySchemes, vary, attributes: [key] },
    authenticate(request) {
      const found = readToken(request, source, scheme, maxLength);
      if (found.kind === 'missing') return found;
      if (found.kind === 'too-long') return refuse('CREDENTIALS_TOO_LONG');
      const credentials = found.kind === 'found' ? parts.read(found.token) : null;
      if (credentials === null) return refuse('CREDENTIALS_MALFORMED');
      const settle = (verdict: Verdict): AuthResult => {
        if (verdict.kind === 'refused') return refuse('CREDENTIALS_INVALID', verdict.cause);
        const { user, scopes } = verdict;
        request.getLifetime().setValue<unknown>(key, user);
        const facts = { scheme, realm, challenges, scopes };
        return {
          kind: 'accepted',
          request: request.withAttribute<unknown>(key, user).withAttribute(AUTHENTICATION, facts),
        };
      };
      return andThen(parts.verify(request, credentials), settle);
    },
  });
}
