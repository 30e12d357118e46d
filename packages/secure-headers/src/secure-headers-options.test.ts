import { describe, expect, it } from '@jest/globals';
import { OptionError } from '@mortise/base/options';
import { NONCE, secureHeaders, type SecureHeadersOptions } from './index.js';

const csp = (directives: object) => ({ contentSecurityPolicy: directives });

describe('the options of secureHeaders', () => {
  it.each<[string, object]>([
    ['frameOptions', { frameOptions: 'DENY' }],
    ['xFrameOptions', { xFrameOptions: 'sameorigin' }],
    ['xFrameOptions', { xFrameOptions: true }],
    ['originAgentCluster', { originAgentCluster: '?1' }],
    ['referrerPolicy[1]', { referrerPolicy: ['no-referrer', 'none'] }],
    ['referrerPolicy', { referrerPolicy: [] }],
    ['hsts', { hsts: 31536000 }],
    ['hsts.maxAge', { hsts: { maxAge: -1 } }],
    ['hsts.maxAge', { hsts: { maxAge: '1y' } }],
    ['hsts.includeSubdomains', { hsts: { includeSubdomains: true } }],
    ['hsts.preload', { hsts: { preload: 'yes' } }],
    ['permissionsPolicy', { permissionsPolicy: 'camera=()' }],
    ['permissionsPolicy.Camera', { permissionsPolicy: { Camera: [] } }],
    ['permissionsPolicy.camera', { permissionsPolicy: { camera: 'self' } }],
    ['permissionsPolicy.camera[0]', { permissionsPolicy: { camera: ['https://a.example"'] } }],
    ['permissionsPolicy.camera[1]', { permissionsPolicy: { camera: ['self', 'none'] } }],
    ['permissionsPolicy', { permissionsPolicy: null }],
    ['permissionsPolicy', { permissionsPolicy: '' }],
    ['reportingEndpoints', { reportingEndpoints: '/reports' }],
    ['reportingEndpoints', { reportingEndpoints: null }],
    ['reportingEndpoints.Csp', { reportingEndpoints: { Csp: '/reports' } }],
    ['reportingEndpoints.csp', { reportingEndpoints: { csp: 'http://a.example/' } }],
    ['reportingEndpoints.csp', { reportingEndpoints: { csp: '/"' } }],
    ['contentSecurityPolicy', csp("default-src 'self'" as never)],
    ['contentSecurityPolicy.scripts', csp({ scripts: ["'self'"] })],
    ['contentSecurityPolicy.script-src', csp({ 'script-src': ["'self'"] })],
    ['contentSecurityPolicy.toString', csp({ toString: ["'self'"] })],
    ['contentSecurityPolicy.scriptSrc', csp({ scriptSrc: "'self'" })],
    ['contentSecurityPolicy.scriptSrc', csp({ scriptSrc: [] })],
    ['contentSecurityPolicy.scriptSrc[0]', csp({ scriptSrc: ['self'] })],
    ['contentSecurityPolicy.scriptSrc[0]', csp({ scriptSrc: ['unsafe-inline'] })],
    ['contentSecurityPolicy.scriptSrc[0]', csp({ scriptSrc: ['nonce-abc'] })],
    ['contentSecurityPolicy.scriptSrc[0]', csp({ scriptSrc: ["'self' https:"] })],
    ['contentSecurityPolicy.scriptSrc[1]', csp({ scriptSrc: ["'self'", 'a.example;img-src *'] })],
    ['contentSecurityPolicy.scriptSrc[0]', csp({ scriptSrc: ['a.example,b.example'] })],
    ['contentSecurityPolicy.scriptSrc[0]', csp({ scriptSrc: ['a.example\r\nX: y'] })],
    ['contentSecurityPolicy.scriptSrc[0]', csp({ scriptSrc: ['bücher.example'] })],
    ['contentSecurityPolicy.scriptSrc[0]', csp({ scriptSrc: [''] })],
    ['contentSecurityPolicy.scriptSrc[1]', csp({ scriptSrc: ["'self'", "'none'"] })],
    ['contentSecurityPolicy.imgSrc[0]', csp({ imgSrc: [NONCE] })],
    ['contentSecurityPolicy.reportTo', csp({ reportTo: 'a b' })],
    ['contentSecurityPolicy.upgradeInsecureRequests', csp({ upgradeInsecureRequests: [] })],
    ['contentSecurityPolicyReportOnly.x', { contentSecurityPolicyReportOnly: { x: ['*'] } }],
  ])('refuses %s of %j when the application is configured', (option, options) => {
    expect(refusalOf(options)).toMatchObject({
      code: 'OPTION_INVALID',
      option: `secureHeaders.${option}`,
    });
  });

  it('says how to write a keyword', () => {
    expect(refusalOf(csp({ scriptSrc: ['self'] })).message).toBe(
      'invalid secureHeaders.contentSecurityPolicy.scriptSrc[0]: received "self"; expected the keyword in quotes: "\'self\'"',
    );
  });

  it.each<SecureHeadersOptions>([
    {},
    csp({ scriptSrc: ["'strict-dynamic'", NONCE], sandbox: [], frameAncestors: ["'none'"] }),
    csp({ scriptSrc: ['https://a.example:8443/js/', '*.example', 'wss:', "'sha256-abc='"] }),
    csp({ styleSrc: false, upgradeInsecureRequests: false }),
    { hsts: { maxAge: 0 }, permissionsPolicy: false, reportingEndpoints: false },
  ])('accepts %j', (options) => {
    expect(() => secureHeaders(options)).not.toThrow();
  });
});

function refusalOf(options: object): OptionError {
  try {
    secureHeaders(options);
  } catch (error) {
    if (error instanceof OptionError) return error;
    throw error;
  }
  throw new Error('the options were accepted');
}
