import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type {
  HttpFactoriesInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { implementations } from '../../../tooling/testing/implementations.js';
import {
  CSP_NONCE,
  CSP_NONCE_USED,
  NONCE,
  secureHeaders,
  type SecureHeadersOptions,
} from './index.js';

const NONCE_POLICY: SecureHeadersOptions = {
  contentSecurityPolicy: { scriptSrc: ["'self'", NONCE] },
};

describe.each(implementations)('secureHeaders with %s', (_, factories) => {
  const { through, headersOf } = secureHeadersWith(factories);

  it('adds these headers over https', () => {
    expect(headersOf(through({}, { scheme: 'https' }))).toEqual({
      'Content-Security-Policy':
        "default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';img-src 'self' data:;object-src 'none';script-src 'self';script-src-attr 'none';style-src 'self' https: 'unsafe-inline';upgrade-insecure-requests",
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Origin-Agent-Cluster': '?1',
      'Referrer-Policy': 'no-referrer',
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
      'X-Content-Type-Options': 'nosniff',
      'X-DNS-Prefetch-Control': 'off',
      'X-Download-Options': 'noopen',
      'X-Frame-Options': 'SAMEORIGIN',
      'X-Permitted-Cross-Domain-Policies': 'none',
      'X-XSS-Protection': '0',
    });
  });

  it('adds the policy to a 304 if it has no nonce', () => {
    const response = through({}, { inner: factories.createResponse(304) });
    expect(response.hasHeader('Content-Security-Policy')).toBe(true);
  });

  it('sends neither HSTS nor upgrade-insecure-requests over http', () => {
    const headers = headersOf(through({}, { scheme: 'http' }));
    expect(headers).not.toHaveProperty('Strict-Transport-Security');
    expect(headers['Content-Security-Policy']).not.toContain('upgrade-insecure-requests');
    expect(Object.keys(headers)).toHaveLength(11);
  });

  it.each<[string, SecureHeadersOptions]>([
    ['Content-Security-Policy', { contentSecurityPolicy: false }],
    ['Cross-Origin-Opener-Policy', { crossOriginOpenerPolicy: false }],
    ['Cross-Origin-Resource-Policy', { crossOriginResourcePolicy: false }],
    ['Origin-Agent-Cluster', { originAgentCluster: false }],
    ['Referrer-Policy', { referrerPolicy: false }],
    ['Strict-Transport-Security', { hsts: false }],
    ['X-Content-Type-Options', { xContentTypeOptions: false }],
    ['X-DNS-Prefetch-Control', { xDnsPrefetchControl: false }],
    ['X-Download-Options', { xDownloadOptions: false }],
    ['X-Frame-Options', { xFrameOptions: false }],
    ['X-Permitted-Cross-Domain-Policies', { xPermittedCrossDomainPolicies: false }],
    ['X-XSS-Protection', { xXssProtection: false }],
  ])('omits only %s for %j', (name, options) => {
    const all = Object.keys(headersOf(through({}, { scheme: 'https' })));
    const names = Object.keys(headersOf(through(options, { scheme: 'https' })));
    expect(names).toEqual(all.filter((other) => other !== name));
  });

  it.each<[SecureHeadersOptions, string, string]>([
    [{ crossOriginEmbedderPolicy: 'require-corp' }, 'Cross-Origin-Embedder-Policy', 'require-corp'],
    [{ hsts: { maxAge: 0, includeSubDomains: false } }, 'Strict-Transport-Security', 'max-age=0'],
    [
      { hsts: { preload: true } },
      'Strict-Transport-Security',
      'max-age=31536000; includeSubDomains; preload',
    ],
    [{ xFrameOptions: 'DENY' }, 'X-Frame-Options', 'DENY'],
    [
      { referrerPolicy: ['no-referrer', 'strict-origin'] },
      'Referrer-Policy',
      'no-referrer,strict-origin',
    ],
    [
      {
        permissionsPolicy: {
          camera: [],
          fullscreen: '*',
          usb: ['self', 'src', 'https://a.example'],
        },
      },
      'Permissions-Policy',
      'camera=(), fullscreen=*, usb=(self src "https://a.example")',
    ],
    [
      { reportingEndpoints: { default: '/reports', csp: 'https://a.example/r?a=1' } },
      'Reporting-Endpoints',
      'default="/reports", csp="https://a.example/r?a=1"',
    ],
    [
      { contentSecurityPolicyReportOnly: { defaultSrc: ["'none'"], reportTo: 'csp' } },
      'Content-Security-Policy-Report-Only',
      "default-src 'none';report-to csp",
    ],
  ])('writes %j as the header %s: %s', (options, name, value) => {
    expect(headersOf(through(options, { scheme: 'https' }))[name]).toBe(value);
  });

  it.each<[string, SecureHeadersOptions]>([
    ['Content-Security-Policy-Report-Only', { contentSecurityPolicyReportOnly: {} }],
    ['Permissions-Policy', { permissionsPolicy: {} }],
    ['Reporting-Endpoints', { reportingEndpoints: {} }],
  ])('sends no empty %s', (name, options) => {
    expect(through(options, {}).hasHeader(name)).toBe(false);
  });

  it('is listed under its name, and neither catches nor reads errors', () => {
    expect(secureHeaders().name).toBe('secureHeaders');
  });

  it('keeps the headers of the handler', () => {
    const inner = factories.createResponse().withHeader('x-frame-OPTIONS', 'DENY');
    expect(through({}, { inner }).getHeader('X-Frame-Options')).toEqual(['DENY']);
  });

  it('adds the headers to an asynchronous response, and creates no promise for others', async () => {
    const request = factories.createServerRequest('GET', '/');
    const later = secureHeaders().process(request, {
      handle: () => Promise.resolve(factories.createResponse(500)),
    });
    expect((await later).hasHeader('Content-Security-Policy')).toBe(true);
    expect(through({}, {})).not.toBeInstanceOf(Promise);
  });

  describe('with a nonce in the policy', () => {
    it('allows the nonce that the handler has read, and forbids storing the response', () => {
      let read = '';
      const response = through(NONCE_POLICY, {
        on: (request) => {
          read = request.getAttribute(CSP_NONCE)?.value ?? '';
          expect(request.getAttribute(CSP_NONCE)?.value).toBe(read);
        },
      });
      expect(Buffer.from(read, 'base64')).toHaveLength(16);
      expect(response.getHeaderLine('Content-Security-Policy')).toContain(
        `;script-src 'self' 'nonce-${read}';`,
      );
      expect(response.getHeader('Cache-Control')).toEqual(['no-store']);
    });

    it('has the headers of https over https, whether the nonce was read or not', () => {
      for (const on of [undefined, readNonce]) {
        const response = through(NONCE_POLICY, { scheme: 'https', on });
        expect(response.getHeaderLine('Content-Security-Policy')).toMatch(
          /;upgrade-insecure-requests$/,
        );
        expect(response.hasHeader('Strict-Transport-Security')).toBe(true);
      }
      const unchanged = through(NONCE_POLICY, {
        ...{ scheme: 'https', inner: factories.createResponse(304) },
      });
      expect(unchanged.hasHeader('Strict-Transport-Security')).toBe(true);
    });

    it('leaves the Cache-Control of a 304, even if it was read', () => {
      const inner = factories.createResponse(304).withHeader('Cache-Control', 'private');
      const response = through(NONCE_POLICY, { inner, on: readNonce });
      expect(response.getHeader('Cache-Control')).toEqual(['private']);
    });

    it('replaces the Cache-Control of the handler', () => {
      const inner = factories.createResponse().withHeader('Cache-Control', 'public, max-age=60');
      const response = through(NONCE_POLICY, { inner, on: readNonce });
      expect(response.getHeader('Cache-Control')).toEqual(['no-store']);
    });

    it('keeps the policy of the handler', () => {
      const name = 'Content-Security-Policy';
      const inner = factories.createResponse().withHeader(name, "default-src 'none'");
      const response = through(NONCE_POLICY, { inner, on: readNonce });
      expect(response.getHeader(name)).toEqual(["default-src 'none'"]);
    });

    it('creates none if it is not read, and leaves the response cacheable', () => {
      const random = (): never => {
        throw new Error('made');
      };
      const inner = factories.createResponse().withHeader('Cache-Control', 'public');
      const response = through({ ...NONCE_POLICY, random }, { inner });
      expect(response.getHeaderLine('Content-Security-Policy')).toContain(";script-src 'self';");
      expect(response.getHeader('Cache-Control')).toEqual(['public']);
    });

    it('allows nothing if the nonce is the only source and was not read', () => {
      const response = through({ contentSecurityPolicy: { styleSrc: [NONCE] } }, {});
      expect(response.getHeaderLine('Content-Security-Policy')).toContain(";style-src 'none'");
    });

    it('differs for each request', () => {
      const nonces = new Set<string>();
      const on = (request: ServerRequestInterface): void => {
        nonces.add(request.getAttribute(CSP_NONCE)?.value ?? '');
      };
      for (let count = 0; count < 20; count++) through(NONCE_POLICY, { on });
      expect(nonces.size).toBe(20);
    });

    it('sends no policy with a 304, because it would replace that of the stored page', () => {
      for (const on of [undefined, readNonce]) {
        const response = through(NONCE_POLICY, { inner: factories.createResponse(304), on });
        expect(response.hasHeader('Content-Security-Policy')).toBe(false);
        expect(response.hasHeader('X-Frame-Options')).toBe(true);
      }
    });

    it('records on the lifetime that the nonce was read', () => {
      const used: unknown[] = [];
      const on = (request: ServerRequestInterface): void => {
        used.push(request.getLifetime().getValue(CSP_NONCE_USED));
        readNonce(request);
        used.push(request.getLifetime().getValue(CSP_NONCE_USED));
      };
      through(NONCE_POLICY, { on });
      expect(used).toEqual([undefined, true]);
    });

    const streamed = (read: () => unknown): ResponseInterface => {
      const chunks = {
        [Symbol.asyncIterator]: () => Readable.from([0]).map(read)[Symbol.asyncIterator](),
      };
      return factories.createResponse().withBody(factories.createStreamFromResource(chunks));
    };

    it.each([true, false])(
      'refuses a streamed body that is the first to read the nonce, while it is sent (later handler: %p)',
      async (isLater) => {
        const source: { read?: () => string | undefined } = {};
        const inner = streamed(() => source.read?.());
        const request = factories.createServerRequest('GET', 'http://shop.example/');
        const response = await secureHeaders(NONCE_POLICY).process(request, {
          handle(received) {
            source.read = () => received.getAttribute(CSP_NONCE)?.value;
            return isLater ? Promise.resolve(inner) : inner;
          },
        });
        await expect(response.getBody().text()).rejects.toMatchObject({ code: 'CSP_NONCE_LATE' });
        await request.getLifetime().end();
        expect(source.read?.()).toHaveLength(24);
      },
    );

    it('lets a streamed body read the nonce that the handler has read', async () => {
      const read: unknown[] = [];
      const nonceOf: { read?: () => unknown } = {};
      const response = through(NONCE_POLICY, {
        inner: streamed(() => {
          read.push(nonceOf.read?.());
          return 'page';
        }),
        on(request) {
          nonceOf.read = () => request.getAttribute(CSP_NONCE)?.value;
          read.push(nonceOf.read());
        },
      });
      expect(await response.getBody().text()).toBe('page');
      expect(read[1]).toBe(read[0]);
    });

    it('is not made of text, or of fewer bytes', () => {
      for (const random of [() => 'a1b2' as never, () => new Uint8Array(2)]) {
        expect(() => through({ ...NONCE_POLICY, random }, { on: readNonce })).toThrow(
          expect.objectContaining({ option: 'secureHeaders.random' }),
        );
      }
    });

    it('is also in the report-only policy', () => {
      const random = (bytes: number) => new Uint8Array(bytes);
      const options = { random, contentSecurityPolicyReportOnly: { scriptSrc: [NONCE] } };
      const response = through(options, { on: readNonce });
      expect(response.getHeader('Content-Security-Policy-Report-Only')).toEqual([
        "script-src 'nonce-AAAAAAAAAAAAAAAAAAAAAA=='",
      ]);
    });
  });

  it('has no nonce without one in the policy', () => {
    let nonce: unknown = null;
    through({}, { on: (request) => (nonce = request.getAttribute(CSP_NONCE)) });
    expect(nonce).toBeUndefined();
  });
});

interface Case {
  readonly scheme?: string;
  readonly inner?: ResponseInterface;
  readonly on?: ((request: ServerRequestInterface) => void) | undefined;
}

function secureHeadersWith(factories: HttpFactoriesInterface) {
  const through = (
    options: SecureHeadersOptions,
    { scheme = 'http', inner = factories.createResponse(), on }: Case,
  ): ResponseInterface => {
    const request = factories.createServerRequest('GET', `${scheme}://shop.example/`);
    return secureHeaders(options).process(request, {
      handle: (received) => {
        on?.(received);
        return inner;
      },
    }) as ResponseInterface;
  };
  const headersOf = (response: ResponseInterface) =>
    Object.fromEntries(
      Object.keys(response.getHeaders()).map((name) => [name, response.getHeaderLine(name)]),
    );
  return { through, headersOf };
}

function readNonce(request: ServerRequestInterface): void {
  if (request.getAttribute(CSP_NONCE)?.value === undefined) throw new Error('there is no nonce');
}

describe('@mortise/secure-headers', () => {
  it('has names that layers of other packages share', () => {
    expect([CSP_NONCE, CSP_NONCE_USED]).toEqual(['mortise.csp-nonce', 'mortise.csp-nonce-used']);
  });
});
