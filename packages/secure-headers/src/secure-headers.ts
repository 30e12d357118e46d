import { isThenable } from '@mortise/base';
import { CSP_NONCE } from '@mortise/base/keys';
import { HeaderBatch, requestScheme, withMissingHeaders } from '@mortise/base/message';
import type { MiddlewareInterface, ResponseInterface } from '@mortise/http-message';
import type { CspDirectives } from './csp-directives.js';
import { LazyNonce } from './csp-nonce.js';
import { type CspContext, cspPolicy, usesNonce } from './csp-policy.js';
import { type Field, headerFields } from './header-fields.js';
import { declared, type SecureHeadersOptions } from './secure-headers-options.js';

const NOT_MODIFIED = 304;

/**
 * Returns middleware that adds security headers to responses that lack them: by default, the twelve of Helmet 8.
 * `Strict-Transport-Security` and `upgrade-insecure-requests` are sent over https only.
 *
 * If a policy contains `NONCE`, requests get the attribute `CSP_NONCE`, and a 304 gets no policies. If the nonce is
 * read, the response gets `Cache-Control: no-store`.
 *
 * Add it outside the error middleware, so that error responses get the headers.
 *
 * @throws {OptionError} if an option is unknown or has a wrong value
 */
export function secureHeaders(given: SecureHeadersOptions = {}): MiddlewareInterface {
  const options = declared(given);
  const policies = policiesOf(options);
  const hasNonce = policies.some(([, directives]) => usesNonce(directives));
  const policyFields = (context: CspContext): readonly Field[] =>
    policies
      .map(([name, directives]): Field => [name, cspPolicy(directives, context)])
      .filter(([, policy]) => policy !== '');
  const batchesFor = (isHttps: boolean): Batches => {
    const fields = headerFields(options, isHttps);
    const all = [...policyFields({ nonce: null, isHttps }), ...fields];
    return { others: new HeaderBatch(fields), all: new HeaderBatch(all) };
  };
  const overHttp = batchesFor(false);
  const overHttps = batchesFor(true);

  const secured = (
    response: ResponseInterface,
    isHttps: boolean,
    nonce: string | null,
  ): ResponseInterface => {
    const { others, all } = isHttps ? overHttps : overHttp;
    if (hasNonce && response.getStatusCode() === NOT_MODIFIED) {
      return withMissingHeaders(response, others);
    }
    if (nonce === null) return withMissingHeaders(response, all);
    let stored = response.withHeader('Cache-Control', 'no-store');
    for (const [name, value] of policyFields({ nonce, isHttps })) {
      if (!response.hasHeader(name)) stored = stored.withHeader(name, value);
    }
    return withMissingHeaders(stored, others);
  };

  return {
    name: 'secureHeaders',
    process(request, handler) {
      const isHttps = requestScheme(request) === 'https';
      const nonce = hasNonce ? new LazyNonce(request.getLifetime(), options.random) : null;
      const inner = nonce === null ? request : request.withAttribute(CSP_NONCE, nonce);
      const response = handler.handle(inner);
      return isThenable(response)
        ? response.then((later) => secured(later, isHttps, nonce?.usedBy(later) ?? null))
        : secured(response, isHttps, nonce?.usedBy(response) ?? null);
    },
  };
}

/** The headers of a response without a nonce, with the policies (`all`) and without them (`others`). */
interface Batches {
  readonly all: HeaderBatch;
  readonly others: HeaderBatch;
}

type Policy = readonly [header: string, directives: CspDirectives];

function policiesOf(options: ReturnType<typeof declared>): readonly Policy[] {
  const { contentSecurityPolicy: own, contentSecurityPolicyReportOnly: tried } = options;
  const policies: Policy[] = [];
  if (own !== false) policies.push(['Content-Security-Policy', own]);
  if (tried !== false) policies.push(['Content-Security-Policy-Report-Only', tried]);
  return policies;
}
