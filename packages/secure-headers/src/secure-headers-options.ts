import {
  accepted,
  boolean,
  ensure,
  integer,
  list,
  nested,
  options,
  or,
  randomSource,
  rule,
} from '@mortise/base/options';
import { type CspDirectives, DEFAULT_DIRECTIVES } from './csp-directives.js';
import { assertDirectives } from './csp-policy.js';
import { WORDS } from './default-headers.js';
import { type PermissionsPolicy, permissionsPolicy } from './permissions-policy.js';
import { type ReportingEndpoints, reportingEndpoints } from './reporting-endpoints.js';

/** Options of {@link secureHeaders}. `false` omits a header. A header that the handler has set is kept. */
export interface SecureHeadersOptions {
  /**
   * The value of `Content-Security-Policy`: your directives replace or extend `DEFAULT_DIRECTIVES`, one by one.
   * Default: `DEFAULT_DIRECTIVES`.
   */
  readonly contentSecurityPolicy?: CspDirectives | false | undefined;

  /**
   * The value of `Content-Security-Policy-Report-Only`: a policy whose violations are only reported. It is not merged
   * with the default directives. Default: none.
   */
  readonly contentSecurityPolicyReportOnly?: CspDirectives | false | undefined;

  /**
   * The value of `Cross-Origin-Embedder-Policy`. `'require-corp'` breaks pages that embed images from other origins.
   * Default: `false`.
   */
  readonly crossOriginEmbedderPolicy?:
    | 'require-corp'
    | 'credentialless'
    | 'unsafe-none'
    | false
    | undefined;

  /** The value of `Cross-Origin-Opener-Policy`. Default: `'same-origin'`. */
  readonly crossOriginOpenerPolicy?:
    | 'same-origin'
    | 'same-origin-allow-popups'
    | 'noopener-allow-popups'
    | 'unsafe-none'
    | false
    | undefined;

  /** The value of `Cross-Origin-Resource-Policy`. Default: `'same-origin'`. */
  readonly crossOriginResourcePolicy?:
    | 'same-origin'
    | 'same-site'
    | 'cross-origin'
    | false
    | undefined;

  /** `Strict-Transport-Security`, sent over https only. Default: a year, with subdomains. */
  readonly hsts?: HstsOptions | false | undefined;

  /** `Origin-Agent-Cluster: ?1`. Default: `true`. */
  readonly originAgentCluster?: boolean | undefined;

  /** The origins that may use browser features, in `Permissions-Policy`. Default: none. */
  readonly permissionsPolicy?: PermissionsPolicy | false | undefined;

  /**
   * The value of `Referrer-Policy`. Browsers use the last policy of a list that they support. Default: `'no-referrer'`.
   */
  readonly referrerPolicy?: ReferrerPolicy | readonly ReferrerPolicy[] | false | undefined;

  /** The endpoints of `Reporting-Endpoints`. Default: none. */
  readonly reportingEndpoints?: ReportingEndpoints | false | undefined;

  /** `X-Content-Type-Options: nosniff`. Default: `true`. */
  readonly xContentTypeOptions?: boolean | undefined;

  /** The value of `X-DNS-Prefetch-Control`. Default: `'off'`. */
  readonly xDnsPrefetchControl?: 'off' | 'on' | false | undefined;

  /** `X-Download-Options: noopen`. Default: `true`. */
  readonly xDownloadOptions?: boolean | undefined;

  /** The value of `X-Frame-Options`. Default: `'SAMEORIGIN'`. */
  readonly xFrameOptions?: 'DENY' | 'SAMEORIGIN' | false | undefined;

  /** The value of `X-Permitted-Cross-Domain-Policies`. Default: `'none'`. */
  readonly xPermittedCrossDomainPolicies?:
    | 'none'
    | 'master-only'
    | 'by-content-type'
    | 'all'
    | false
    | undefined;

  /** `X-XSS-Protection: 0`, which disables a harmful filter of old browsers. Default: `true`. */
  readonly xXssProtection?: boolean | undefined;

  /** The source of random bytes for nonces. Default: `crypto.getRandomValues`. */
  readonly random?: ((bytes: number) => Uint8Array) | undefined;
}

/** Options of `hsts`: how long browsers use only https, and for which hosts. */
export interface HstsOptions {
  /** Seconds for which browsers use only https; 0 ends the policy. Default: 31,536,000 (365 days). */
  readonly maxAge?: number | undefined;
  /** Whether the policy also applies to subdomains. Default: `true`. */
  readonly includeSubDomains?: boolean | undefined;
  /** Whether the site consents to inclusion in browsers' preload lists. Default: `false`. */
  readonly preload?: boolean | undefined;
}

/** The value of `Referrer-Policy`. @see Referrer Policy, 3 */
export type ReferrerPolicy =
  | 'no-referrer'
  | 'no-referrer-when-downgrade'
  | 'same-origin'
  | 'origin'
  | 'strict-origin'
  | 'origin-when-cross-origin'
  | 'strict-origin-when-cross-origin'
  | 'unsafe-url'
  | '';

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

/** The rules and defaults of `secureHeaders`. Options of a header with parameters become its value, or `false`. */
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
  random: randomSource,
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
