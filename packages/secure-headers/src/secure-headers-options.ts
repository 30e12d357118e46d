import type { CspDirectives } from './csp-directives.js';
import type { PermissionsPolicy } from './permissions-policy.js';
import type { ReportingEndpoints } from './reporting-endpoints.js';

/** Which headers are sent. `false` omits one; a header that the handler has set is kept. */
export interface SecureHeadersOptions {
  /** Merged into `DEFAULT_DIRECTIVES`, directive by directive. */
  readonly contentSecurityPolicy?: CspDirectives | false;

  /** A policy that is only reported, not enforced; nothing is merged into it. Default: none. */
  readonly contentSecurityPolicyReportOnly?: CspDirectives | false;

  /** Default: `false`; `'require-corp'` breaks pages that embed images of other origins. */
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

  /** `X-XSS-Protection: 0`, which switches off a harmful filter of old browsers. Default: `true`. */
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
  /** Consent to the lists that browsers ship. Default: `false`. */
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
