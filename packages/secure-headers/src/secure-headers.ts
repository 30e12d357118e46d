import { isThenable, markPassesErrors } from '@mortise/base';
import { OptionChecks } from '@mortise/base/options';
import type { MiddlewareInterface, ResponseInterface } from '@mortise/http-message';
import { type CspDirectives, DEFAULT_DIRECTIVES } from './csp-directives.js';
import { CSP_NONCE, LazyNonce } from './csp-nonce.js';
import { assertDirectives, type CspContext, cspPolicy, usesNonce } from './csp-policy.js';
import { type Field, headerFields } from './header-fields.js';
import { SecureHeadersError } from './secure-headers-error.js';
import type { SecureHeadersOptions } from './secure-headers-options.js';

const OPTIONS: Record<keyof SecureHeadersOptions, true> = {
  contentSecurityPolicy: true,
  contentSecurityPolicyReportOnly: true,
  crossOriginEmbedderPolicy: true,
  crossOriginOpenerPolicy: true,
  crossOriginResourcePolicy: true,
  hsts: true,
  originAgentCluster: true,
  permissionsPolicy: true,
  referrerPolicy: true,
  reportingEndpoints: true,
  xContentTypeOptions: true,
  xDnsPrefetchControl: true,
  xDownloadOptions: true,
  xFrameOptions: true,
  xPermittedCrossDomainPolicies: true,
  xXssProtection: true,
  random: true,
};
const NO_NONCE = { nonce: null };
const NOT_MODIFIED = 304;

/**
 * Adds headers that harden a site in browsers to every response without them: by default the twelve of
 * Helmet 8. `Strict-Transport-Security` and `upgrade-insecure-requests` are only sent over
 * https.
 *
 * A policy with `NONCE` gives requests the attribute `CSP_NONCE`. A response to a request whose nonce was
 * read gets `Cache-Control: no-store`; a 304 gets no policy with a nonce.
 *
 * Add it outside of the error middleware, so that error responses have its headers.
 *
 * @throws {SecureHeadersError} `OPTION_INVALID`
 */
export function secureHeaders(options: SecureHeadersOptions = {}): MiddlewareInterface {
  new OptionChecks(SecureHeadersError).names(options, OPTIONS);
  const { random = randomBytes } = options;
  const policies = policiesOf(options);
  const hasNonce = policies.some(([, directives]) => usesNonce(directives));
  const fieldsFor = (context: CspContext): readonly Field[] => [
    ...policies.map(([name, directives]): Field => [name, cspPolicy(directives, context)]),
    ...headerFields(options, context.isHttps),
  ];
  const usual = fieldsFor({ ...NO_NONCE, isHttps: false });
  const usualOverHttps = fieldsFor({ ...NO_NONCE, isHttps: true });

  const secured = (
    response: ResponseInterface,
    isHttps: boolean,
    nonce: string | null,
  ): ResponseInterface => {
    const fields = isHttps ? usualOverHttps : usual;
    if (!hasNonce) return withFields(response, fields);
    const others = fields.slice(policies.length);
    if (response.getStatusCode() === NOT_MODIFIED) return withFields(response, others);
    if (nonce === null) return withFields(response, fields);
    const context = { nonce, isHttps };
    const own = policies.map(([name, directives]): Field => [name, cspPolicy(directives, context)]);
    const stored = response.withHeader('Cache-Control', 'no-store');
    return withFields(withFields(stored, own), others);
  };

  return markPassesErrors<MiddlewareInterface>({
    name: 'secureHeaders',
    process(request, handler) {
      const isHttps = request.getUri().getScheme() === 'https';
      const nonce = hasNonce ? new LazyNonce(request.getLifetime(), random) : null;
      const inner = nonce === null ? request : request.withAttribute(CSP_NONCE, nonce);
      const response = handler.handle(inner);
      return isThenable(response)
        ? response.then((later) => secured(later, isHttps, nonce?.used ?? null))
        : secured(response, isHttps, nonce?.used ?? null);
    },
  });
}

type Policy = readonly [header: string, directives: CspDirectives];

function policiesOf(options: SecureHeadersOptions): readonly Policy[] {
  const { contentSecurityPolicy: own = {}, contentSecurityPolicyReportOnly: tried = false } =
    options;
  const policies: Policy[] = [];
  if (own !== false) {
    assertDirectives('contentSecurityPolicy', own);
    policies.push(['Content-Security-Policy', { ...DEFAULT_DIRECTIVES, ...own }]);
  }
  if (tried !== false) {
    assertDirectives('contentSecurityPolicyReportOnly', tried);
    policies.push(['Content-Security-Policy-Report-Only', tried]);
  }
  return policies;
}

function withFields(response: ResponseInterface, fields: readonly Field[]): ResponseInterface {
  let made = response;
  for (const [name, value] of fields) {
    if (value !== '' && !response.hasHeader(name)) made = made.withHeader(name, value);
  }
  return made;
}

function randomBytes(bytes: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(bytes));
}
