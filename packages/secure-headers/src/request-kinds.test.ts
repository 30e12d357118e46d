import { describe, expect, it } from '@jest/globals';
import { OptionError } from '@mortise/base/options';
import { NONCE } from './csp-directives.js';
import { CSP_NONCE } from '@mortise/base/keys';
import { implementations } from '../../../tooling/testing/implementations.js';
import { secureHeaders } from './secure-headers.js';

describe.each(implementations)('secureHeaders with %s', (_, factories) => {
  it('allows a nonce that an asynchronous handler has read, and forbids storing the response', async () => {
    const layer = secureHeaders({ contentSecurityPolicy: { scriptSrc: [NONCE] } });
    let nonce = '';
    const response = await layer.process(factories.createServerRequest('GET', '/'), {
      handle: async (request) => {
        await Promise.resolve();
        nonce = request.getAttribute(CSP_NONCE)?.value ?? '';
        return factories.createResponse();
      },
    });
    expect(response.getHeaderLine('Content-Security-Policy')).toContain(
      `;script-src 'nonce-${nonce}'`,
    );
    expect(response.getHeader('Cache-Control')).toEqual(['no-store']);
  });

  it('sends no headers for https to a request without a scheme', async () => {
    const response = await secureHeaders().process(factories.createServerRequest('GET', '/'), {
      handle: () => factories.createResponse(),
    });
    expect(response.hasHeader('Strict-Transport-Security')).toBe(false);
    expect(response.getHeaderLine('Content-Security-Policy')).not.toContain('upgrade');
  });
});

it.each(['contentSecurityPolicy', 'contentSecurityPolicyReportOnly'])(
  'the option %s cannot be null',
  (option) => {
    expect(() => secureHeaders({ [option]: null })).toThrow(OptionError);
    expect(() => secureHeaders({ [option]: null })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `secureHeaders.${option}` }),
    );
  },
);
