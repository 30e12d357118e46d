import {
  accepted,
  boolean,
  callable,
  ensure,
  integer,
  list,
  nested,
  options,
  or,
  rule,
} from '@mortise/base/options';
import { type CspDirectives, DEFAULT_DIRECTIVES } from './csp-directives.js';
import { assertDirectives } from './csp-policy.js';
import { type PermissionsPolicy, permissionsPolicy } from './permissions-policy.js';
import { type ReportingEndpoints, reportingEndpoints } from './reporting-endpoints.js';
import type {
  HstsOptions,
  ReferrerPolicy,
  SecureHeadersOptions,
} from './secure-headers-options.js';

/** Headers with fixed values: name, allowed values, the default. `true` and `false` switch the others. */
export const WORDS = {
  crossOriginEmbedderPolicy: [
    'Cross-Origin-Embedder-Policy',
    ['require-corp', 'credentialless', 'unsafe-none'],
    false,
  ],
  crossOriginOpenerPolicy: [
    'Cross-Origin-Opener-Policy',
    ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups', 'unsafe-none'],
    'same-origin',
  ],
  crossOriginResourcePolicy: [
    'Cross-Origin-Resource-Policy',
    ['same-origin', 'same-site', 'cross-origin'],
    'same-origin',
  ],
  xDnsPrefetchControl: ['X-DNS-Prefetch-Control', ['off', 'on'], 'off'],
  xFrameOptions: ['X-Frame-Options', ['DENY', 'SAMEORIGIN'], 'SAMEORIGIN'],
  xPermittedCrossDomainPolicies: [
    'X-Permitted-Cross-Domain-Policies',
    ['none', 'master-only', 'by-content-type', 'all'],
    'none',
  ],
} as const;

const A_REFERRER_POLICY = 'a referrer policy such as "no-referrer"';
const REFERRER_POLICIES = [
  'no-referrer',
  'no-referrer-when-downgrade',
  'same-origin',
  'origin',
  'strict-origin',
  'origin-when-cross-origin',
  'strict-origin-when-cross-origin',
  'unsafe-url',
  '',
];

const YEAR = 365 * 24 * 60 * 60;
const hsts = options<HstsOptions>()('hsts', {
  maxAge: or(integer(0, undefined, 'seconds'), YEAR),
  includeSubDomains: or(boolean, true),
  preload: or(boolean, false),
});
const referrerPolicy = rule<ReferrerPolicy>(
  (word) => REFERRER_POLICIES.includes(word as string),
  A_REFERRER_POLICY,
);
const isOn = or(boolean, true);

/** The options of `secureHeaders`; those of a header with parameters become its value, or `false`. */
export const declared = options<SecureHeadersOptions>()('secureHeaders', {
  contentSecurityPolicy: nested((own: CspDirectives | false = {}, path: string) =>
    own === false ? own : { ...DEFAULT_DIRECTIVES, ...checkedDirectives(own, path) },
  ),
  contentSecurityPolicyReportOnly: nested((own: CspDirectives | false = false, path: string) =>
    own === false ? own : checkedDirectives(own, path),
  ),
  crossOriginEmbedderPolicy: words('crossOriginEmbedderPolicy'),
  crossOriginOpenerPolicy: words('crossOriginOpenerPolicy'),
  crossOriginResourcePolicy: words('crossOriginResourcePolicy'),
  hsts: nested(hstsOf),
  originAgentCluster: isOn,
  permissionsPolicy: nested((features: PermissionsPolicy | false = false, path: string) =>
    features === false ? features : permissionsPolicy(features, path),
  ),
  referrerPolicy: nested(referrerPolicyOf),
  reportingEndpoints: nested((endpoints: ReportingEndpoints | false = false, path: string) =>
    endpoints === false ? endpoints : reportingEndpoints(endpoints, path),
  ),
  xContentTypeOptions: isOn,
  xDnsPrefetchControl: words('xDnsPrefetchControl'),
  xDownloadOptions: isOn,
  xFrameOptions: words('xFrameOptions'),
  xPermittedCrossDomainPolicies: words('xPermittedCrossDomainPolicies'),
  xXssProtection: isOn,
  random: or(callable, randomBytes),
});

function checkedDirectives(directives: CspDirectives, path: string): CspDirectives {
  assertDirectives(path, directives);
  return directives;
}

function words<K extends keyof typeof WORDS>(option: K) {
  const [, values, usual] = WORDS[option];
  type Word = (typeof WORDS)[K][1][number] | false;
  const isWord = (value: unknown) => value === false || values.includes(value as never);
  return or(rule<Word>(isWord, `${values.join(', ')} or false`), usual as Word);
}

function referrerPolicyOf(
  given: SecureHeadersOptions['referrerPolicy'] = 'no-referrer',
  path: string,
): string | false {
  if (given === false) return false;
  if (typeof given === 'string') return accepted(referrerPolicy, given, path);
  const policies = accepted(list(referrerPolicy, A_REFERRER_POLICY), given, path);
  ensure(policies.length > 0, path, given, A_REFERRER_POLICY);
  return policies.join(',');
}

function hstsOf(given: HstsOptions | false | undefined, path: string): string | false {
  if (given === false) return false;
  const { maxAge, includeSubDomains, preload } = hsts(given, path);
  const flags = `${includeSubDomains ? '; includeSubDomains' : ''}${preload ? '; preload' : ''}`;
  return `max-age=${maxAge}${flags}`;
}

function randomBytes(bytes: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(bytes));
}
