import { permissionsPolicy } from './permissions-policy.js';
import { reportingEndpoints } from './reporting-endpoints.js';
import { SecureHeadersError } from './secure-headers-error.js';
import type { HstsOptions, SecureHeadersOptions } from './secure-headers-options.js';

/** The name and the value of a header field. */
export type Field = readonly [name: string, value: string];

/** Headers with fixed values: name, allowed values, the default. `true` and `false` switch the others. */
const WORDS = {
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

const SWITCHES = {
  originAgentCluster: ['Origin-Agent-Cluster', '?1'],
  xContentTypeOptions: ['X-Content-Type-Options', 'nosniff'],
  xDownloadOptions: ['X-Download-Options', 'noopen'],
  xXssProtection: ['X-XSS-Protection', '0'],
} as const;

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

const HSTS: Record<keyof HstsOptions, 0> = {
  maxAge: 0,
  includeSubDomains: 0,
  preload: 0,
};
const YEAR = 365 * 24 * 60 * 60;

/**
 * Returns the headers that are the same for every response, without the content security policies.
 *
 * @param isHttps whether to include headers for https
 * @throws {SecureHeadersError} for an invalid value
 */
export function headerFields(options: SecureHeadersOptions, isHttps: boolean): readonly Field[] {
  const { permissionsPolicy: features = false, reportingEndpoints: endpoints = false } = options;
  const hsts = hstsOf(options.hsts ?? {});
  const fields: (readonly [name: string, value: string | false])[] = [
    ...wordFields(options),
    ...switchFields(options),
    ['Strict-Transport-Security', isHttps && hsts],
    ['Referrer-Policy', referrerPolicyOf(options.referrerPolicy ?? 'no-referrer')],
    ['Permissions-Policy', features !== false && permissionsPolicy(features)],
    ['Reporting-Endpoints', endpoints !== false && reportingEndpoints(endpoints)],
  ];
  return fields.filter((field): field is Field => field[1] !== false && field[1] !== '');
}

function wordFields(options: SecureHeadersOptions) {
  return Object.entries(WORDS).map(([option, [name, values, usual]]) => {
    const value: unknown = options[option as keyof typeof WORDS] ?? usual;
    return [name, wordOf(option, values, value)] as const;
  });
}

function switchFields(options: SecureHeadersOptions) {
  return Object.entries(SWITCHES).map(([option, [name, value]]) => {
    const isOn: unknown = options[option as keyof typeof SWITCHES] ?? true;
    if (typeof isOn !== 'boolean') throw new SecureHeadersError(option, isOn, 'true or false');
    return [name, isOn && value] as const;
  });
}

function wordOf(option: string, values: readonly string[], value: unknown): string | false {
  if (value === false) return false;
  if (typeof value === 'string' && values.includes(value)) return value;
  throw new SecureHeadersError(option, value, `${values.join(', ')} or false`);
}

function referrerPolicyOf(policy: unknown): string | false {
  if (policy === false) return false;
  const policies: readonly unknown[] = [policy].flat();
  const invalid = policies.find((word) => !REFERRER_POLICIES.includes(word as string));
  if (invalid === undefined && policies.length > 0) return policies.join(',');
  throw new SecureHeadersError(
    'referrerPolicy',
    invalid,
    'a referrer policy such as "no-referrer"',
  );
}

function hstsOf(hsts: HstsOptions | false): string | false {
  if (hsts === false) return false;
  assertHsts(hsts);
  const { maxAge = YEAR, includeSubDomains = true, preload = false } = hsts;
  const flags = `${includeSubDomains ? '; includeSubDomains' : ''}${preload ? '; preload' : ''}`;
  return `max-age=${maxAge}${flags}`;
}

function assertHsts(hsts: unknown): void {
  if (typeof hsts !== 'object' || hsts === null) {
    throw new SecureHeadersError('hsts', hsts, 'an object or false');
  }
  for (const [name, value] of Object.entries(hsts) as [string, unknown][]) {
    const path = `hsts.${name}`;
    if (!Object.hasOwn(HSTS, name)) {
      throw new SecureHeadersError(path, value, `one of ${Object.keys(HSTS).join(', ')}`);
    }
    if (name !== 'maxAge' && typeof value !== 'boolean') {
      throw new SecureHeadersError(path, value, 'true or false');
    }
    if (name === 'maxAge' && !(Number.isSafeInteger(value) && Number(value) >= 0)) {
      throw new SecureHeadersError(path, value, 'an integer of at least 0, in seconds');
    }
  }
}
