import { randomBytes } from '@mortise/base';
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
import { WORDS } from './default-headers.js';
import { type PermissionsPolicy, permissionsPolicy } from './permissions-policy.js';
import { type ReportingEndpoints, reportingEndpoints } from './reporting-endpoints.js';

/** Which headers are sent. `false` omits one; a header that the handler has set is kept. */
export interface SecureHeadersOptions {
  /** Merged into `DEFAULT_DIRECTIVES`, directive by directive. */
  readonly contentSecurityPolicy?: CspDirectives | false;

  /** A policy that is only reported, not enforced; nothing is merged into it. Default: none. */
  readonly contentSecurityPolicyReportOnly?: CspDirectives | false;

  /** Default: `false`; `'require-corp'` breaks pages that embed images from other origins. */
  readonly crossOriginEmbedderPolicy?: 'require-corp' | 'credentialless' | 'unsafe-none' | false;

  /** Default: `'same-origin'`. */
  readonly crossOriginOpenerPolicy?:
    | 'same-origin'
    | 'same-origin-allow-popups'
    | 'noopener-allow-popups'
    | 'unsafe-none'
    | false;

  /** Default: `'same-origin'`. */
  readonly crossOriginResourcePolicy?: 'same-origin' | 'same-site' | 'cross-origin' | false;

  /** `Strict-Transport-Security`, over https only. Default: a year, with subdomains. */
  readonly hsts?: HstsOptions | false;

  /** Default: `true`. */
  readonly originAgentCluster?: boolean;

  /** Features of the browser. Default: none. */
  readonly permissionsPolicy?: PermissionsPolicy | false;

  /** Browsers use the last one that they support. Default: `'no-referrer'`. */
  readonly referrerPolicy?: ReferrerPolicy | readonly ReferrerPolicy[] | false;

  /** Default: none. */
  readonly reportingEndpoints?: ReportingEndpoints | false;

  /** `X-Content-Type-Options: nosniff`. Default: `true`. */
  readonly xContentTypeOptions?: boolean;

  /** Default: `'off'`. */
  readonly xDnsPrefetchControl?: 'off' | 'on' | false;

  /** `X-Download-Options: noopen`. Default: `true`. */
  readonly xDownloadOptions?: boolean;

  /** Default: `'SAMEORIGIN'`. */
  readonly xFrameOptions?: 'DENY' | 'SAMEORIGIN' | false;

  /** Default: `'none'`. */
  readonly xPermittedCrossDomainPolicies?:
    | 'none'
    | 'master-only'
    | 'by-content-type'
    | 'all'
    | false;

  /** `X-XSS-Protection: 0`, which disables a harmful filter in old browsers. Default: `true`. */
  readonly xXssProtection?: boolean;

  /** Creates the bytes of a nonce. Default: Web Crypto. */
  readonly random?: (bytes: number) => Uint8Array;
}

/** How long browsers use only https, and for which hosts. */
export interface HstsOptions {
  /** Seconds; at least 0, which ends the policy. Default: 31,536,000 (365 days). */
  readonly maxAge?: number;
  /** Default: `true`. */
  readonly includeSubDomains?: boolean;
  /** Consents to inclusion in browsers' preload lists. Default: `false`. */
  readonly preload?: boolean;
}

/** @see Referrer Policy, 3 */
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
