import { describe, expect, it } from '@jest/globals';
import { declared } from './secure-headers-options.js';
import { headerFields } from './header-fields.js';
import { permissionsPolicy } from './permissions-policy.js';
import { reportingEndpoints } from './reporting-endpoints.js';
import { secureHeaders } from './secure-headers.js';

const fieldsOf = (options: object, isHttps = true) =>
  Object.fromEntries(headerFields(declared(options), isHttps)) as Record<string, string>;
const refused = (option: string): unknown =>
  expect.objectContaining({ code: 'OPTION_INVALID', option });

it('secureHeaders is listed under its name', () => {
  expect(secureHeaders()).toHaveProperty('name', 'secureHeaders');
});

it('the headers are these by default; HSTS over https alone', () => {
  const always = {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-DNS-Prefetch-Control': 'off',
    'X-Frame-Options': 'SAMEORIGIN',
    'X-Permitted-Cross-Domain-Policies': 'none',
    'Origin-Agent-Cluster': '?1',
    'X-Content-Type-Options': 'nosniff',
    'X-Download-Options': 'noopen',
    'X-XSS-Protection': '0',
    'Referrer-Policy': 'no-referrer',
  };
  expect(fieldsOf({}, false)).toEqual(always);
  expect(fieldsOf({})).toEqual({
    ...always,
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  });
});

it.each<[string, string, readonly string[]]>([
  [
    'crossOriginEmbedderPolicy',
    'Cross-Origin-Embedder-Policy',
    ['require-corp', 'credentialless', 'unsafe-none'],
  ],
  [
    'crossOriginOpenerPolicy',
    'Cross-Origin-Opener-Policy',
    ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups', 'unsafe-none'],
  ],
  [
    'crossOriginResourcePolicy',
    'Cross-Origin-Resource-Policy',
    ['same-origin', 'same-site', 'cross-origin'],
  ],
  ['xDnsPrefetchControl', 'X-DNS-Prefetch-Control', ['off', 'on']],
  ['xFrameOptions', 'X-Frame-Options', ['DENY', 'SAMEORIGIN']],
  [
    'xPermittedCrossDomainPolicies',
    'X-Permitted-Cross-Domain-Policies',
    ['none', 'master-only', 'by-content-type', 'all'],
  ],
  [
    'referrerPolicy',
    'Referrer-Policy',
    [
      ...['no-referrer', 'no-referrer-when-downgrade', 'same-origin', 'origin', 'strict-origin'],
      ...['origin-when-cross-origin', 'strict-origin-when-cross-origin', 'unsafe-url'],
    ],
  ],
])('the option %s has one of the values of %s, or omits it', (option, name, values) => {
  for (const value of values) expect(fieldsOf({ [option]: value })[name]).toBe(value);
  expect(fieldsOf({ [option]: false })).not.toHaveProperty(name);
  for (const wrong of ['other', true, 7]) {
    expect(() => fieldsOf({ [option]: wrong })).toThrow(refused(`secureHeaders.${option}`));
  }
});

it.each([
  ['originAgentCluster', 'Origin-Agent-Cluster', '?1'],
  ['xContentTypeOptions', 'X-Content-Type-Options', 'nosniff'],
  ['xDownloadOptions', 'X-Download-Options', 'noopen'],
  ['xXssProtection', 'X-XSS-Protection', '0'],
])('the option %s switches %s', (option, name, value) => {
  expect(fieldsOf({ [option]: true })[name]).toBe(value);
  expect(fieldsOf({ [option]: false })).not.toHaveProperty(name);
  expect(() => fieldsOf({ [option]: value })).toThrow(refused(`secureHeaders.${option}`));
});

it('the option referrerPolicy can list fallbacks, and be empty text', () => {
  const value = fieldsOf({ referrerPolicy: ['no-referrer', 'origin'] })['Referrer-Policy'];
  expect(value).toBe('no-referrer,origin');
  expect(fieldsOf({ referrerPolicy: '' })).not.toHaveProperty('Referrer-Policy');
  expect(() => fieldsOf({ referrerPolicy: [] })).toThrow(refused('secureHeaders.referrerPolicy'));
  expect(() => fieldsOf({ referrerPolicy: ['origin', 'x'] })).toThrow(
    refused('secureHeaders.referrerPolicy[1]'),
  );
});

describe('the option hsts', () => {
  it.each([
    [{ maxAge: 0 }, 'max-age=0; includeSubDomains'],
    [{ maxAge: 7, includeSubDomains: false }, 'max-age=7'],
    [{ preload: true }, 'max-age=31536000; includeSubDomains; preload'],
    [{ includeSubDomains: false, preload: true }, 'max-age=31536000; preload'],
  ])('%j is %s', (hsts, value) => {
    expect(fieldsOf({ hsts })['Strict-Transport-Security']).toBe(value);
  });

  it('false omits it', () => {
    expect(fieldsOf({ hsts: false })).not.toHaveProperty('Strict-Transport-Security');
  });

  it.each([
    ['hsts', 7],
    ['hsts', true],
    ['hsts.maxAge', { maxAge: -1 }],
    ['hsts.maxAge', { maxAge: 1.5 }],
    ['hsts.maxAge', { maxAge: true }],
    ['hsts.preload', { preload: 1 }],
    ['hsts.includeSubDomains', { includeSubDomains: 'yes' }],
    ['hsts.maxage', { maxage: 7 }],
  ])('is refused: %s of %j', (option, hsts) => {
    expect(() => fieldsOf({ hsts })).toThrow(refused(`secureHeaders.${option}`));
  });
});

describe('a permissions policy', () => {
  it('lists who can use each feature', () => {
    const policy = {
      camera: [],
      geolocation: ['self', 'src', 'https://a.test', 'http://b.test:81'],
      fullscreen: '*' as const,
      'ch-ua-2': ['self'],
    };
    expect(permissionsPolicy(policy)).toBe(
      'camera=(), geolocation=(self src "https://a.test" "http://b.test:81"), fullscreen=*, ch-ua-2=(self)',
    );
  });

  it.each([
    ...['none', 'xhttps://a.test', 'https://', 'https://a.test"', 'https://a.test\\', 'ftp://a'],
    ...['https://a b', 'https://a.test\n', 7, null],
  ])('does not allow %j', (member) => {
    expect(() => permissionsPolicy({ camera: ['self', member as string] })).toThrow(
      refused('permissionsPolicy.camera[1]'),
    );
  });

  it.each(['Camera', '1a', 'a b', '', 'a_b', 'xCamera', 'camera\n'])(
    'has no feature %j',
    (feature) => {
      expect(() => permissionsPolicy({ [feature]: [] })).toThrow(
        refused(`permissionsPolicy.${feature}`),
      );
    },
  );

  it('is an object of lists', () => {
    expect(() => permissionsPolicy('camera' as never)).toThrow(refused('permissionsPolicy'));
    expect(() => permissionsPolicy({ camera: 'self' } as never)).toThrow(
      refused('permissionsPolicy.camera'),
    );
  });
});

describe('reporting endpoints', () => {
  it('are URLs of https, or paths, by name', () => {
    expect(
      reportingEndpoints({ default: '/reports', 'a*b_c.d-1': 'https://r.test/a', '*': '/b' }),
    ).toBe('default="/reports", a*b_c.d-1="https://r.test/a", *="/b"');
  });

  it.each([
    '',
    'reports',
    'http://r.test',
    'xhttps://r.test',
    '/a b',
    '"/a',
    '/a"',
    '/a\\',
    '/é',
    7,
  ])('are not at %j', (url) => {
    expect(() => reportingEndpoints({ a: url as string })).toThrow(refused('reportingEndpoints.a'));
  });

  it.each(['A', '1a', 'a b', '', 'xA', 'a"', ' a'])('are not named %j', (name) => {
    expect(() => reportingEndpoints({ [name]: '/a' })).toThrow(
      refused(`reportingEndpoints.${name}`),
    );
  });

  it('are an object', () => {
    expect(() => reportingEndpoints('/a' as never)).toThrow(refused('reportingEndpoints'));
  });
});
